/** Milliseconds of drawing per frame; then the page is painted before drawing goes on. */
const frameBudgetMs = 80;

const queue = new Set<() => void>();
let frameStartedAt: number | undefined;

/** Draws immediately within the frame budget, else queues the call. Returns a function that cancels it. */
export function enqueueDraw(draw: () => void): () => void {
  if (frameStartedAt === undefined) startFrame();
  if (queue.size === 0 && hasTime()) draw();
  else queue.add(draw);
  return () => queue.delete(draw);
}

const hasTime = () => performance.now() - frameStartedAt! < frameBudgetMs;

function startFrame(): void {
  frameStartedAt = performance.now();
  afterPaint(() => {
    frameStartedAt = undefined;
    if (queue.size === 0) return;
    startFrame();
    for (const draw of queue) {
      queue.delete(draw);
      draw();
      if (!hasTime()) break;
    }
  });
}

/** Calls back when the queue is empty and painted, one frame later. */
export function afterDrawQueue(callback: () => void): void {
  afterPaint(() => (queue.size > 0 ? afterDrawQueue(callback) : afterPaint(callback)));
}

// A hidden page has no animation frames.
function afterPaint(callback: () => void): void {
  if (document.hidden) setTimeout(callback);
  else requestAnimationFrame(() => setTimeout(callback));
}
