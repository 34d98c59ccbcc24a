// The lobby: the level of the bots, and buttons that make a table and go there.

import { byId, closestTo } from "../lib/dom.js";
import { post } from "../lib/http.js";
import { shuffled } from "../lib/shuffle.js";
import { busy } from "../lib/toast.js";

const slider = byId("level", HTMLInputElement);
const LEVEL = "klatsch-level";

function showLevel() {
  const words = slider.dataset.words?.split("|")[Number(slider.value) - 1] ?? "";
  byId("level-words").textContent = words;
  slider.setAttribute("aria-valuetext", words);
}

slider.value = localStorage.getItem(LEVEL) ?? slider.value;
showLevel();
slider.addEventListener("input", () => {
  localStorage.setItem(LEVEL, slider.value);
  showLevel();
});

/**
 * @param {string[]} people
 * @param {number} seats
 * @returns {string[]}
 */
function withBots(people, seats) {
  return [...people, ...Array(seats - people.length).fill(`bot:${slider.value}`)];
}

// Who begins is left to chance.
/** @type {Record<string, (seats: number) => object>} */
const WAYS = {
  play: (seats) => ({ seats: shuffled(withBots(["me"], seats)) }),
  friend: (seats) => ({ seats: shuffled(withBots(["me", "invited"], seats)), private: true }),
  pass: (seats) => ({ seats: Array(seats).fill("me") }),
};

document.addEventListener("click", (event) => {
  const button = closestTo(event, "[data-way]");
  const { game, way, seats } = button?.dataset ?? {};
  if (!way) return;
  busy(button, async () => {
    const { id } = await post("/api/tables", { game, ...WAYS[way](Number(seats)) });
    location.assign(way === "friend" ? `/table/${id}/invite` : `/table/${id}`);
  });
});

// Lists of tables stay fresh while somebody looks.
const REFRESH_SECONDS = 10;
setInterval(async () => {
  const lists = byId("lists");
  if (document.hidden || lists.contains(document.activeElement)) return;
  const response = await fetch("/lists").catch(() => null);
  if (!response?.ok) return;
  const fresh = await response.text();
  if (fresh !== lists.dataset.shown) lists.innerHTML = fresh;
  lists.dataset.shown = fresh;
}, REFRESH_SECONDS * 1000);
