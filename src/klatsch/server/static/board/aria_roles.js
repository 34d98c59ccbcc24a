// ARIA roles for the named elements of the drawing, so that screen readers tell their names.

/** @param {ParentNode} root */
export function addRoles(root) {
  for (const part of root.querySelectorAll("[aria-label]:not([role])")) part.setAttribute("role", roleOf(part));
}

/**
 * The role of an element that can't be chosen.
 *
 * @param {Element} element
 */
export function roleOf(element) {
  return element.querySelector("[aria-label]") ? "group" : "img";
}
