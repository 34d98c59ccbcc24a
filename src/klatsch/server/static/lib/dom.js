// Small means for building elements. Text is always text: nothing that somebody wrote becomes markup.

/** make("button", { class: "primary", onclick: go }, "Go") */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function button(words, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, words);
}

/** An element of a drawing. */
export function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Replaces the children only where something is different, so that focus stays where it was. */
export function fill(parent, ...children) {
  const wanted = children.flat().filter(Boolean);
  const fresh = make("div", {}, ...wanted);
  if (fresh.innerHTML === parent.dataset.filled) return false;
  const held = parent.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  parent.dataset.filled = fresh.innerHTML;
  parent.replaceChildren(...fresh.childNodes);
  if (held) parent.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
  return true;
}
