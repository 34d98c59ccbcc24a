// The lobby: one click makes a table and goes there.

import { post } from "../lib/http.js";
import { busy } from "../lib/toast.js";

const slider = document.getElementById("level");
const LEVEL = "klatsch-level";

function showLevel() {
  const words = slider.dataset.words.split("|")[slider.value - 1];
  document.getElementById("level-words").textContent = words;
  slider.setAttribute("aria-valuetext", words);
}

slider.value = localStorage.getItem(LEVEL) ?? slider.value;
showLevel();
slider.addEventListener("input", () => {
  localStorage.setItem(LEVEL, slider.value);
  showLevel();
});

/** Who begins is left to chance. */
function shuffled(seats) {
  return seats
    .map((seat) => [Math.random(), seat])
    .sort(([one], [other]) => one - other)
    .map(([, seat]) => seat);
}

function withBots(people, seats) {
  return [...people, ...Array(seats - people.length).fill(`bot:${slider.value}`)];
}

const WAYS = {
  play: (seats) => ({ seats: shuffled(withBots(["me"], seats)) }),
  friend: (seats) => ({ seats: shuffled(withBots(["me", "invited"], seats)), private: true }),
  pass: (seats) => ({ seats: Array(seats).fill("me") }),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-way]");
  if (!button) return;
  const { game, way, seats } = button.dataset;
  busy(button, async () => {
    const { id } = await post("/api/tables", { game, ...WAYS[way](Number(seats)) });
    location.assign(way === "friend" ? `/table/${id}/invite` : `/table/${id}`);
  });
});

// Lists of tables stay fresh while somebody looks.
const REFRESH_SECONDS = 10;
setInterval(async () => {
  const lists = document.getElementById("lists");
  if (document.hidden || lists.contains(document.activeElement)) return;
  const response = await fetch("/lists").catch(() => null);
  if (!response?.ok) return;
  const fresh = await response.text();
  if (fresh !== lists.dataset.shown) lists.innerHTML = fresh;
  lists.dataset.shown = fresh;
}, REFRESH_SECONDS * 1000);
