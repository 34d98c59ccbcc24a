// The page of an invitation: opens the server to the network when asked, and goes to the table when they are there.

import { within } from "../lib/dom.js";
import { get, post } from "../lib/http.js";
import { busy } from "../lib/toast.js";

/** @import { Seat } from "../lib/frames" */

const { match } = within(document, "[data-match]").dataset;
const LOOK_SECONDS = 3;

const opener = document.getElementById("open-network");
opener?.addEventListener("click", () =>
  busy(opener, async () => {
    await post("/api/network");
    location.reload();
  }),
);

setInterval(async () => {
  if (document.hidden) return;
  const { seats } = await get(`/api/tables/${match}`).catch(() => ({ seats: [{ kind: "open" }] }));
  const taken = (/** @type {Seat} */ { kind }) => kind === "person" || kind === "bot";
  if (seats.every(taken)) location.assign(`/table/${match}`);
}, LOOK_SECONDS * 1000);
