// The rules beside the board: the clause that matters now is lit.

import { byId } from "./dom.js";

export function showClause(clause, { open }) {
  for (const lit of document.querySelectorAll(".clause.lit")) lit.classList.remove("lit");
  const found = byId(`rule-${clause}`);
  if (!found) return;
  found.classList.add("lit");
  if (open) byId("tab-rules").click();
  const panel = byId("panel-rules");
  if (panel.hidden) return;
  panel.scrollTop += found.getBoundingClientRect().top - panel.getBoundingClientRect().top - 48;
  if (open && panel.scrollHeight <= panel.clientHeight) found.scrollIntoView({ block: "center" });
}
