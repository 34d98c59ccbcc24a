// Merges new markup of pieces into the drawing: elements keep their identity by id, so that those that move glide.

import { within } from "../lib/dom.js";
import { addRoles } from "./aria_roles.js";

/**
 * @typedef {SVGElement & { markup?: string }} PieceElement an element remembers the markup that it was made from
 * @typedef {Map<string, PieceElement>} ById
 */

const FAR = 1e5; // another panel is further than any place of the same one
// What the page has set, not the drawing.
const OURS = new Set(["role", "tabindex", "aria-pressed", "aria-description", "data-mark", "data-named"]);

/**
 * Shows the pieces (id → markup, in painting order) in the layer.
 *
 * @param {SVGGElement} layer
 * @param {Map<string, string>} pieces
 */
export function showPieces(layer, pieces) {
  /** @type {ById} */
  const there = new Map();
  for (const element of layer.children) if (element instanceof SVGElement) there.set(element.id, element);
  travel(there, pieces);
  for (const [id, element] of there) if (!pieces.has(id)) element.remove();
  arrange(layer, [...pieces.keys()].flatMap((id) => there.get(id) ?? []));
  // An element that was moved in the tree glides only if the browser has seen it at its old place.
  layer.getBoundingClientRect();
  /** @type {PieceElement | null} */
  let before = null;
  for (const [id, markup] of [...pieces].reverse()) {
    let element = there.get(id);
    if (!element) {
      element = parsed(markup);
      element.classList.add("arrives");
      layer.insertBefore(element, before);
    } else if (element.markup !== markup) {
      element = morph(element, parsed(markup));
    }
    element.markup = markup;
    before = element;
  }
}

/**
 * Pieces that are all alike: where one vanishes and one appears, it is one that moves.
 *
 * @param {ById} there
 * @param {Map<string, string>} pieces
 */
function travel(there, pieces) {
  const lost = [...there.values()].filter((element) => element.dataset.kind && !pieces.has(element.id));
  if (!lost.length) return;
  for (const [id, markup] of pieces) {
    if (there.has(id)) continue;
    const fresh = parsed(markup);
    const alike = lost.filter((element) => element.dataset.kind === fresh.dataset.kind);
    const [old] = alike.sort((one, two) => distance(one, fresh) - distance(two, fresh));
    if (!old) continue;
    lost.splice(lost.indexOf(old), 1);
    there.delete(old.id);
    old.id = id;
    there.set(id, old);
  }
}

/**
 * @param {SVGElement} one
 * @param {SVGElement} two
 */
function distance(one, two) {
  const [a, b] = [one, two].map(({ style: { transform } }) => ({
    panel: transform.match(/var\((.*?)\)/)?.[1],
    place: transform.match(/translate\((-?[\d.]+)px,\s*(-?[\d.]+)px/)?.slice(1).map(Number) ?? [0, 0],
  }));
  return (a.panel === b.panel ? 0 : FAR) + Math.hypot(a.place[0] - b.place[0], a.place[1] - b.place[1]);
}

/**
 * @param {SVGGElement} layer
 * @param {PieceElement[]} elements
 */
function arrange(layer, elements) {
  /** @type {Element | null} */
  let before = null;
  for (const element of elements.reverse()) {
    if (element.nextElementSibling !== before) layer.insertBefore(element, before);
    before = element;
  }
}

/**
 * @param {string} markup
 * @returns {PieceElement}
 */
function parsed(markup) {
  const template = document.createElement("template");
  template.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
  addRoles(template.content);
  return within(template.content, "svg > *", SVGElement);
}

/**
 * @template {Element} T
 * @param {T} old
 * @param {T} fresh
 */
function morph(old, fresh) {
  if (old.tagName !== fresh.tagName || old.id !== fresh.id) {
    old.replaceWith(fresh);
    return fresh;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OURS.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  morphChildren(old, fresh);
  return old;
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function morphChildren(old, fresh) {
  const keyed = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const id = idOf(child);
    const same = id ? keyed.get(id) : alike(at, child) ? at : null;
    if (!same) {
      old.insertBefore(child, at);
      continue;
    }
    if (same === at) at = same.nextSibling;
    else old.insertBefore(same, at);
    if (same instanceof Element && child instanceof Element) morph(same, child);
    else same.textContent = child.textContent;
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * @param {Node | null} one
 * @param {Node} two
 */
function alike(one, two) {
  return one !== null && one.nodeType === two.nodeType && one.nodeName === two.nodeName && !idOf(one);
}

/** @param {Node} node */
function idOf(node) {
  return node instanceof Element ? node.id : "";
}
