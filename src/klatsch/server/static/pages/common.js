// The script of every page: copy buttons, and menus that close by themselves.

import { toast } from "../lib/toast.js";

/** Clipboards are for secure pages only, and may be refused; the old way works at home. */
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
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  await copy(source.value ?? source.textContent);
  toast(button.dataset.copied);
});

// A menu closes when one looks elsewhere.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.more[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.more[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
