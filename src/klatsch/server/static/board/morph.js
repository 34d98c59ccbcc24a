// Merges new markup of pieces into the drawing: elements keep their identity by id, so that those that move glide.

import { addRoles } from "./aria_roles.js";

// What the page has set, not the drawing.
const OURS = new Set(["role", "tabindex", "aria-pressed", "aria-description", "data-mark", "data-named"]);

/** Shows the pieces (id → markup, in painting order) in the layer. */
export function showPieces(layer, pieces) {
  const there = new Map([...layer.children].map((element) => [element.id, element]));
  travel(there, pieces);
  for (const [id, element] of there) if (!pieces.has(id)) element.remove();
  arrange(layer, [...pieces.keys()].filter((id) => there.has(id)).map((id) => there.get(id)));
  // An element that was moved in the tree glides only if the browser has seen it at its old place.
  layer.getBoundingClientRect();
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

/** Pieces that are all alike: where one vanishes and one appears, it is one that moves. */
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

function distance(one, two) {
  const [a, b] = [one, two].map((element) => element.style.transform.match(/-?[\d.]+/g)?.map(Number) ?? [0, 0]);
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function arrange(layer, elements) {
  let before = null;
  for (const element of elements.reverse()) {
    if (element.nextElementSibling !== before) layer.insertBefore(element, before);
    before = element;
  }
}

export function parsed(markup) {
  const template = document.createElement("template");
  template.innerHTML = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
  addRoles(template.content);
  return template.content.firstElementChild.firstElementChild;
}

export function morph(old, fresh) {
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

function morphChildren(old, fresh) {
  const keyed = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const same = child.id ? keyed.get(child.id) : alike(at, child) ? at : null;
    if (!same) {
      old.insertBefore(child, at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else old.insertBefore(same, at);
    if (same.nodeType === Node.TEXT_NODE) same.data = child.data;
    else morph(same, child);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function alike(one, two) {
  return one && one.nodeType === two.nodeType && one.nodeName === two.nodeName && !one.id;
}
