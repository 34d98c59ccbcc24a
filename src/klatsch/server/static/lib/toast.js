// Short notices at the foot of the page, and buttons that are disabled while something is done.

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
