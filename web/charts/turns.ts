/** Pictures are drawn for so many milliseconds at a time; then the page shows what there is before it goes on. */
const most = 80;

const waiting = new Set<() => void>();
let begun: number | undefined;

/** Draws at once while there is time, else when it is its turn. What it gives takes the wish back. */
export function drawInTurn(draw: () => void): () => void {
  if (begun === undefined) begin();
  if (waiting.size === 0 && hasTime()) draw();
  else waiting.add(draw);
  return () => waiting.delete(draw);
}

const hasTime = () => performance.now() - begun! < most;

function begin(): void {
  begun = performance.now();
  afterPaint(() => {
    begun = undefined;
    if (waiting.size === 0) return;
    begin();
    for (const draw of waiting) {
      waiting.delete(draw);
      draw();
      if (!hasTime()) break;
    }
  });
}

/** Calls when all that has to be drawn is drawn and on the screen, which takes one frame more. */
export function afterTurns(act: () => void): void {
  afterPaint(() => (waiting.size > 0 ? afterTurns(act) : afterPaint(act)));
}

// A page that nobody sees has no frames.
function afterPaint(act: () => void): void {
  if (document.hidden) setTimeout(act);
  else requestAnimationFrame(() => setTimeout(act));
}
