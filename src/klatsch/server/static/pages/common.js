// The script of every page: copy buttons, and menus that close by themselves.

import { byId, closestTo } from "../lib/dom.js";
import { post } from "../lib/http.js";
import { toast } from "../lib/toast.js";

/**
 * Clipboards are for secure pages only, and may be refused; the old way works at home.
 *
 * @param {string} text
 */
async function copy(text) {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // The old way, then.
  }
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

document.addEventListener("click", async (event) => {
  const { copy: id, copied } = closestTo(event, "[data-copy]")?.dataset ?? {};
  if (!id) return;
  const source = byId(id);
  await copy(source instanceof HTMLInputElement ? source.value : (source.textContent ?? ""));
  toast(copied ?? "");
});

function openMenus() {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const found = document.querySelectorAll("details.more[open]");
  return [...found];
}

// A menu closes by a click outside it, or by Escape.
document.addEventListener("click", ({ target }) => {
  for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  const [menu] = openMenus();
  if (key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});

// A moderator's warning is there until it was read.
document.querySelector("[data-read]")?.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  await post(button.dataset.read ?? "", {});
  button.closest("aside")?.remove();
});
