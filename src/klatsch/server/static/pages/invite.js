// Waiting for friends: opens the server to the network when asked, and goes to the table when they are there.

import { get, post } from "../lib/http.js";
import { busy } from "../lib/toast.js";

const match = document.querySelector("[data-match]").dataset.match;
const LOOK_SECONDS = 3;

document.getElementById("open-network")?.addEventListener("click", (event) =>
  busy(event.target, async () => {
    await post("/api/network");
    location.reload();
  }),
);

setInterval(async () => {
  if (document.hidden) return;
  const { seats } = await get(`/api/tables/${match}`).catch(() => ({ seats: [{ kind: "open" }] }));
  if (seats.every((seat) => seat.kind === "person" || seat.kind === "bot")) location.assign(`/table/${match}`);
}, LOOK_SECONDS * 1000);
