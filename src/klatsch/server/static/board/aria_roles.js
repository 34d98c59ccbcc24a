// Roles for what the drawing gives a name, so that screen readers tell the name.

export function addRoles(root) {
  for (const part of root.querySelectorAll("[aria-label]:not([role])")) part.setAttribute("role", roleOf(part));
}

/** The role of an element that can't be chosen. */
export function roleOf(element) {
  return element.querySelector("[aria-label]") ? "group" : "img";
}
