// A picture of the board with the result, made here: a PNG, or an SVG where the browser can't.

import { byId, svg } from "../lib/dom.js";

const WIDTH = 1200; // pixels
const FOOT = 0.09; // of the width, for the words
const MARGIN = 0.03;
const COLOURS = ["fill", "stroke", "stop-color"];

/**
 * @param {string} title the game's
 * @param {string} words how it ended
 */
export async function sharePicture(title, words) {
  const drawn = picture(title, words);
  const name = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.`;
  const file = await asPng(drawn).then(
    (blob) => new File([blob], `${name}png`, { type: "image/png" }),
    () => new File([new XMLSerializer().serializeToString(drawn)], `${name}svg`, { type: "image/svg+xml" }),
  );
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: [file], text: words }).catch(() => undefined); // somebody thought better of it
  } else download(file);
}

/**
 * The board as it lies, with a line of words under it.
 *
 * @param {string} title
 * @param {string} words
 */
function picture(title, words) {
  const board = byId("board", SVGSVGElement);
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  keepColours(board, copy);
  for (const layer of copy.querySelectorAll("#layer-marks, #layer-thrown")) layer.remove();
  for (const element of copy.querySelectorAll("[tabindex], [data-mark]")) {
    for (const name of ["tabindex", "data-mark", "role"]) element.removeAttribute(name);
  }
  const { width, height } = board.viewBox.baseVal;
  const [margin, foot] = [MARGIN * width, FOOT * width];
  const [wide, high] = [width + 2 * margin, height + margin + foot];
  copy.setAttribute("viewBox", `${-margin} ${-margin} ${wide} ${high}`);
  copy.setAttribute("width", String(WIDTH));
  copy.setAttribute("height", String(Math.round((WIDTH * high) / wide)));
  for (const name of ["id", "class", "role", "data-layout"]) copy.removeAttribute(name);
  const style = getComputedStyle(document.body);
  const paper = svg("rect", { x: -margin, y: -margin, width: wide, height: high, fill: style.backgroundColor });
  copy.prepend(paper);
  const size = 0.36 * foot;
  const line = { y: height + 0.55 * foot, "font-size": size, "font-weight": 600, fill: style.color };
  copy.append(text(words, { ...line, x: 0 }), text(`${title} · Klatsch`, { ...line, x: width, "text-anchor": "end" }));
  return copy;
}

/**
 * The colours that the page's theme shows become the picture's own.
 *
 * @param {Element} shown
 * @param {Element} copy
 */
function keepColours(shown, copy) {
  const coloured = COLOURS.map((name) => `[${name}^="#"]`).join();
  const copies = copy.querySelectorAll(coloured);
  shown.querySelectorAll(coloured).forEach((element, at) => {
    const style = getComputedStyle(element);
    for (const name of COLOURS) {
      if (element.getAttribute(name)?.startsWith("#")) copies[at].setAttribute(name, style.getPropertyValue(name));
    }
  });
}

/**
 * @param {string} words
 * @param {Record<string, string | number>} attributes
 */
function text(words, attributes) {
  const made = svg("text", attributes);
  made.textContent = words;
  return made;
}

/** @param {SVGSVGElement} drawn */
async function asPng(drawn) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((/** @type {(blob: Blob) => void} */ done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png");
  });
}

/** @param {File} file */
function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
