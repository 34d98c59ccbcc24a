// The fair dice page of a finished match: recomputes the commitment and every draw, here in the browser.
import { commitment, drawn } from "./dice.js";
import { get } from "./page.js";

const place = document.getElementById("check");

function line(number, words, right) {
  const row = document.createElement("tr");
  for (const text of [number, words, place.dataset[right ? "right" : "wrong"]]) {
    row.append(Object.assign(document.createElement("td"), { textContent: text }));
  }
  row.className = right ? "right" : "wrong";
  return row;
}

function check(match) {
  const rows = [line("", place.dataset.commitment, commitment(match.seed) === match.commitment)];
  match.draws.forEach(({ outcomes, weights, drawn: position }, n) => {
    rows.push(line(n + 1, outcomes[position], drawn(match, n, weights) === position));
  });
  return rows;
}

if (place) {
  const rows = check(await get(`/api/tables/${place.dataset.match}/draws`));
  const wrong = rows.filter((row) => row.className === "wrong").length;
  const verdict = place.querySelector("[role=status]");
  verdict.textContent = wrong ? place.dataset.bad.replace("#", wrong) : place.dataset.good;
  verdict.className = wrong ? "verdict wrong" : "verdict right";
  place.querySelector("tbody").replaceChildren(...rows);
  place.querySelector("table").hidden = false;
}
