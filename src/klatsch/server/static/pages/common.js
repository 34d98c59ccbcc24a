// What all pages share: asking the server, and telling people what came of it.

/** POST as JSON; the answer, or an Error with the server's sentence. */
export async function post(path, data = {}) {
  return answer(
    await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(data),
    }),
  );
}

export async function get(path) {
  return answer(await fetch(path));
}

async function answer(response) {
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(data.error || response.statusText);
  return data;
}

/** A sentence at the foot of the page, for a while; screen readers are told. */
export function toast(sentence) {
  const place = document.getElementById("toast");
  place.textContent = sentence;
  place.classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => place.classList.remove("shown"), 6000);
}

/** Runs work while a button can't be pressed again; what goes wrong is told. */
export async function busy(button, work) {
  button.disabled = true;
  try {
    return await work();
  } catch (error) {
    toast(error.message);
  } finally {
    button.disabled = false;
  }
}

/** Clipboards are for secure pages only, and may be refused; the old way works at home. */
export async function copy(text) {
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
