// Finding and building elements. Text is always text: nothing that somebody wrote becomes markup.

/** @typedef {Node | string | null | undefined | false} Child what isn't there is left out */

/**
 * make("button", { class: "primary", onclick: go }, "Go")
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 */
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

/**
 * @param {string} words
 * @param {(event: Event) => unknown} onclick
 * @param {Record<string, any>} [attributes]
 */
export function button(words, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, words);
}

/**
 * An element of a drawing.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} attributes
 */
export function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * An element that the page always has: byId("slider", HTMLInputElement). Where it is missing or another kind of
 * element, that is an error of ours.
 *
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind = /** @type {any} */ (HTMLElement)) {
  return checked(document.getElementById(id), kind, `#${id}`);
}

/**
 * The first element within another that matches, and that is always there.
 *
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function within(parent, selector, kind = /** @type {any} */ (HTMLElement)) {
  return checked(parent.querySelector(selector), kind, selector);
}

/**
 * All elements within another that match.
 *
 * @param {ParentNode} parent
 * @param {string} selector
 */
export function all(parent, selector) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = parent.querySelectorAll(selector);
  return [...found];
}

/**
 * @template {Element} T
 * @param {Element | null} found
 * @param {new () => T} kind
 * @param {string} asked
 * @returns {T}
 */
function checked(found, kind, asked) {
  if (!(found instanceof kind)) throw new Error(`${asked} is no ${kind.name} of this page`);
  return found;
}

/**
 * The nearest element, from where an event happened outwards, that matches.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closestTo({ target }, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}

/**
 * Replaces the children only where something is different, so that focus stays where it was.
 *
 * @param {HTMLElement} parent
 * @param {...(Child | Child[])} children
 */
export function fill(parent, ...children) {
  const fresh = make("div", {}, ...children);
  if (fresh.innerHTML === parent.dataset.filled) return;
  const active = document.activeElement;
  const held = active instanceof HTMLElement && parent.contains(active) ? active.dataset.key : undefined;
  parent.dataset.filled = fresh.innerHTML;
  parent.replaceChildren(...fresh.childNodes);
  if (held) all(parent, `[data-key="${CSS.escape(held)}"]`)[0]?.focus();
}
