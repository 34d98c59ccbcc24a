// The form of an open table: shows what applies, and makes the table.

import { post } from "../lib/http.js";
import { busy } from "../lib/toast.js";

const MOST_FILE = 64 * 1024;
const form = document.getElementById("open-table");
const rows = [...form.querySelectorAll(".seats li")];

function show() {
  rows.forEach((row, seat) => (row.hidden = seat >= Number(form.elements.number.value)));
  for (const part of form.querySelectorAll("[data-pace]")) part.hidden = part.dataset.pace !== form.elements.pace.value;
  for (const part of form.querySelectorAll(".upload")) {
    part.hidden = part.closest("fieldset").querySelector("select").value !== "file";
  }
  showPresets();
  tellLength();
}

// ── Presets: several rulings by one click ─────────────────────────────────────────────────────────

const presets = [...form.querySelectorAll("[data-preset]")].map((button) => ({
  button,
  options: Object.entries(JSON.parse(button.dataset.preset)),
}));

function showPresets() {
  for (const { button, options } of presets) {
    const chosen = options.every(([name, value]) => form.elements[`option-${name}`].value === value);
    button.setAttribute("aria-pressed", String(chosen));
  }
}

for (const { button, options } of presets) {
  button.addEventListener("click", () => {
    for (const [name, value] of options) form.elements[`option-${name}`].value = value;
    form.dispatchEvent(new Event("input"));
  });
}

/** A game takes as long as with the slowest of what is played in it. */
function tellLength() {
  const line = document.getElementById("length");
  const minutes = JSON.parse(line.dataset.minutes);
  const fields = perSeat();
  const words = fields.length ? withUsual(fields) : [""];
  const longest = Math.max(...words.map((word) => minutes[word][form.elements.number.value]));
  const said = line.dataset.words.replace("{minutes}", longest);
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
  for (const field of kept ? form.elements : []) {
    if (field.type === "checkbox") field.checked = field.name in kept;
    else if (field.type === "radio") field.checked = kept[field.name] === field.value;
    else if (field.type !== "file" && field.name in kept) field.value = kept[field.name];
  }
}

form.addEventListener("input", () => {
  show();
  keep();
});
restore();
show();

function shuffled(values) {
  return values
    .map((value) => [Math.random(), value])
    .sort(([one], [other]) => one - other)
    .map(([, value]) => value);
}

/** Who sits where. By lot, an army stays where it is: only people and bots move. */
function seats() {
  const words = rows.filter((row) => !row.hidden).map((row) => row.querySelector("[data-seat]").value);
  return form.elements.lot.checked ? shuffled(words) : words;
}

function pace() {
  const { pace, minutes, increment, days } = form.elements;
  return {
    kind: pace.value,
    seconds: 60 * Number(minutes.value),
    increment: Number(increment.value),
    days: Number(days.value),
  };
}

async function options() {
  const chosen = {};
  for (const field of form.querySelectorAll("[data-option]")) {
    if (field.type !== "radio" || field.checked) chosen[field.dataset.option] = field.value;
  }
  for (const [name, value] of Object.entries(chosen)) {
    if (value === "file") chosen[name] = await fileText(form.elements[`file-${name}`]);
  }
  const fields = perSeat();
  if (fields.some((field) => field.value)) {
    chosen[fields[0].dataset.perSeat] = withUsual(fields).join(",");
  }
  return chosen;
}

/** The fields of what every seat plays, where seats play different things. */
function perSeat() {
  return rows.flatMap((row) => (row.hidden ? [] : [...row.querySelectorAll("[data-per-seat]")]));
}

/** Seats without a choice take the words that are left, in their order. */
function withUsual(fields) {
  const taken = fields.map((field) => field.value);
  const free = [...fields[0].options].map((option) => option.value).filter((word) => word && !taken.includes(word));
  return taken.map((word) => word || free.shift());
}

async function fileText(field) {
  const [file] = field.files;
  if (!file) field.reportValidity();
  if (file && file.size > MOST_FILE) throw new Error(form.dataset.tooLarge);
  return file ? file.text() : "";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const refusal = document.getElementById("refusal");
  refusal.textContent = "";
  busy(form.querySelector("button.primary"), async () => {
    const { rated, private: hidden } = form.elements;
    const plan = { game: form.dataset.game, seats: seats(), options: await options(), pace: pace() };
    try {
      const made = await post("/api/tables", { ...plan, rated: rated.checked, private: hidden.checked });
      sessionStorage.removeItem(KEPT);
      location.assign(`/table/${made.id}${Object.keys(made.invitations).length ? "/invite" : ""}`);
    } catch (error) {
      refusal.textContent = error.message;
    }
  });
});
