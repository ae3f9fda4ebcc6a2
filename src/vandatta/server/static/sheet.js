// The page of a rule sheet: its button for printing, and the type size that fills one page. Without
// a script the server's guess at the size stands, made for whatever typeface there may be.

const LARGEST = 12;
const SMALLEST = 7;
const TALL = (297 - 13 - 11) * (96 / 25.4) * 0.99; // what the margins of A4 leave, and a hair less

const button = document.getElementById("print");
const leaf = document.querySelector("main.leaf");
const styles = document.getElementById("print-styles");

/** Choose the largest type with which the sheet fits on a page, laid out as it will be printed. */
function fit() {
  if (!(leaf instanceof HTMLElement) || !(styles instanceof HTMLLinkElement)) return;
  styles.media = "all";
  leaf.dataset.measured = "";
  for (let size = LARGEST; size >= SMALLEST; size -= 0.1) {
    leaf.style.setProperty("--pt", `${size}pt`);
    if (leaf.offsetHeight <= TALL) break;
  }
  delete leaf.dataset.measured;
  styles.media = "print";
}

window.addEventListener("beforeprint", fit);
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

export {};
