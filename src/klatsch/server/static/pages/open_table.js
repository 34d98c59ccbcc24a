// The form that opens a table: shows the fields that apply, and sends them.

import { all, byId, within } from "../lib/dom.js";
import { post, reasonOf } from "../lib/http.js";
import { shuffled } from "../lib/shuffle.js";
import { busy } from "../lib/toast.js";

const MOST_FILE = 64 * 1024;
const form = byId("open-table", HTMLFormElement);
const rows = all(form, ".seats li");

/**
 * A field by its name; the fields of one name, where it is a choice of radio buttons.
 *
 * @param {string} name
 * @returns {RadioNodeList | HTMLInputElement}
 */
function field(name) {
  const found = form.elements.namedItem(name);
  if (!found) throw new Error(`the form has no ${name}`);
  return /** @type {RadioNodeList | HTMLInputElement} */ (found);
}

/** @param {string} name */
const valueOf = (name) => field(name).value;

/** @param {string} name */
const isChecked = (name) => within(form, `[name="${name}"]`, HTMLInputElement).checked;

function show() {
  rows.forEach((row, seat) => (row.hidden = seat >= Number(valueOf("number"))));
  for (const part of all(form, "[data-pace]")) part.hidden = part.dataset.pace !== valueOf("pace");
  for (const part of all(form, ".upload")) {
    part.hidden = part.closest("fieldset")?.querySelector("select")?.value !== "file";
  }
  showPresets();
  tellLength();
}

// ── Presets: several rulings by one click ─────────────────────────────────────────────────────────

const presets = all(form, "[data-preset]").map((button) => ({
  button,
  options: /** @type {[name: string, value: string][]} */ (Object.entries(JSON.parse(button.dataset.preset ?? "{}"))),
}));

function showPresets() {
  for (const { button, options } of presets) {
    const chosen = options.every(([name, value]) => valueOf(`option-${name}`) === value);
    button.setAttribute("aria-pressed", String(chosen));
  }
}

for (const { button, options } of presets) {
  button.addEventListener("click", () => {
    for (const [name, value] of options) field(`option-${name}`).value = value;
    form.dispatchEvent(new Event("input"));
  });
}

/** A game takes as long as with the slowest of what is played in it. */
function tellLength() {
  const line = byId("length");
  const minutes = JSON.parse(line.dataset.minutes ?? "{}");
  const fields = perSeat();
  const words = fields.length ? withUsual(fields) : [""];
  const longest = Math.max(...words.map((word) => minutes[word][valueOf("number")]));
  const said = (line.dataset.words ?? "").replace("{minutes}", String(longest));
  if (line.textContent !== said) line.textContent = said;
}

// What was chosen stays when the page is loaded again, until the table is open.
const KEPT = `klatsch-open-${form.dataset.game}`;

function keep() {
  const words = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(words)));
}

function restore() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (!kept) return;
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement) restoreInput(field, kept);
    else if (field instanceof HTMLSelectElement && field.name in kept) field.value = kept[field.name];
  }
}

/**
 * @param {HTMLInputElement} field
 * @param {Record<string, string>} kept
 */
function restoreInput(field, kept) {
  if (field.type === "checkbox") field.checked = field.name in kept && !field.disabled;
  else if (field.type === "radio") field.checked = kept[field.name] === field.value;
  else if (field.type !== "file" && field.name in kept) field.value = kept[field.name];
}

form.addEventListener("input", () => {
  show();
  keep();
});
restore();
show();

/** Who sits where. By lot, an army stays where it is: only people and bots move. */
function seats() {
  const words = rows.filter((row) => !row.hidden).map((row) => within(row, "[data-seat]", HTMLSelectElement).value);
  return isChecked("lot") ? shuffled(words) : words;
}

function pace() {
  return {
    kind: valueOf("pace"),
    seconds: 60 * Number(valueOf("minutes")),
    increment: Number(valueOf("increment")),
    days: Number(valueOf("days")),
  };
}

async function options() {
  /** @type {Record<string, string>} */
  const chosen = {};
  for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-option]"))) {
    if (each.type !== "radio" || each.checked) chosen[each.dataset.option ?? ""] = each.value;
  }
  for (const [name, value] of Object.entries(chosen)) {
    if (value === "file") chosen[name] = await fileText(within(form, `[name="file-${name}"]`, HTMLInputElement));
  }
  const fields = perSeat();
  if (fields.some((field) => field.value)) {
    chosen[fields[0].dataset.perSeat ?? ""] = withUsual(fields).join(",");
  }
  return chosen;
}

/** The fields of what every seat plays, where seats play different things. */
function perSeat() {
  const shown = rows.filter((row) => !row.hidden);
  return shown.flatMap((row) => all(row, "[data-per-seat]")).filter((each) => each instanceof HTMLSelectElement);
}

/**
 * Seats without a choice take the words that are left, in their order.
 *
 * @param {HTMLSelectElement[]} fields
 */
function withUsual(fields) {
  const taken = fields.map((field) => field.value);
  const free = [...fields[0].options].map((option) => option.value).filter((word) => word && !taken.includes(word));
  return taken.map((word) => word || free.shift() || "");
}

/** @param {HTMLInputElement} field */
async function fileText(field) {
  const file = field.files?.[0];
  if (!file) field.reportValidity();
  if (file && file.size > MOST_FILE) throw new Error(form.dataset.tooLarge);
  return file ? file.text() : "";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const refusal = byId("refusal");
  refusal.textContent = "";
  busy(form.querySelector("button.primary"), async () => {
    const plan = { game: form.dataset.game, seats: seats(), options: await options(), pace: pace() };
    try {
      const made = await post("/api/tables", { ...plan, rated: isChecked("rated"), private: isChecked("private") });
      sessionStorage.removeItem(KEPT);
      location.assign(`/table/${made.id}${Object.keys(made.invitations).length ? "/invite" : ""}`);
    } catch (error) {
      refusal.textContent = reasonOf(error);
    }
  });
});
