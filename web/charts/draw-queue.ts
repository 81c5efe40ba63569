/**
 * Milliseconds of work per frame; then the browser paints before the work continues. New charts appear one by one. Charts
 * that are drawn again are the answer to a click: painting in between would delay the last one by as much as some charts
 * take, and within 200 ms all of them feel immediate.
 */
const frameBudgetMs = { new: 80, redrawn: 150 };

type QueuedWork = { run: () => void; budgetMs: number };

/** Charts to draw, and updates of the page that cause more charts to be drawn; charts come first. */
const queues = { draws: new Set<QueuedWork>(), updates: new Set<QueuedWork>() };
let frameStartedAt: number | undefined;

/** Draws immediately within the frame budget, else queues the call. Returns a function that cancels it. */
export function enqueueDraw(draw: () => void, { isRedraw = false } = {}): () => void {
  if (frameStartedAt === undefined) startFrame();
  const work = { run: draw, budgetMs: isRedraw ? frameBudgetMs.redrawn : frameBudgetMs.new };
  if (queues.draws.size === 0 && hasTime(work)) draw();
  else queues.draws.add(work);
  return () => queues.draws.delete(work);
}

/** Queues an update of the page. Charts that it causes are drawn before the next update, so they appear one by one. */
export function enqueueUpdate(update: () => void): void {
  queues.updates.add({ run: update, budgetMs: frameBudgetMs.new });
  if (frameStartedAt === undefined) startFrame(runFrame);
}

const idleCallbacks = new Set<() => void>();

/** Calls back when nothing is left to draw and the page is painted. Returns a function that cancels it. */
export function whenDrawn(callback: () => void): () => void {
  idleCallbacks.add(callback);
  if (frameStartedAt === undefined) startFrame();
  return () => idleCallbacks.delete(callback);
}

let holds = 0;

/** Makes `whenDrawn` wait: more charts are about to be drawn. Returns a function that ends it. */
export function holdIdle(): () => void {
  let isHeld = true;
  holds += 1;
  return () => {
    if (isHeld) holds -= 1;
    isHeld = false;
    if (idleCallbacks.size > 0 && frameStartedAt === undefined) startFrame();
  };
}

const hasTime = ({ budgetMs }: QueuedWork) => performance.now() - frameStartedAt! < budgetMs;

function startFrame(run?: () => void): void {
  frameStartedAt = performance.now();
  if (run) nextTask(run);
  else afterPaint(runFrame);
}

function runFrame(): void {
  frameStartedAt = performance.now();
  let next = nextWork();
  if (!next) return endFrames();
  try {
    while (next && hasTime(next.work)) {
      next.queue.delete(next.work);
      next.work.run();
      next = nextWork();
    }
  } finally {
    afterPaint(runFrame);
  }
  return undefined;
}

function endFrames(): void {
  frameStartedAt = undefined;
  if (holds > 0) return;
  const callbacks = [...idleCallbacks];
  idleCallbacks.clear();
  for (const callback of callbacks) callback();
}

function nextWork(): { queue: Set<QueuedWork>; work: QueuedWork } | undefined {
  for (const queue of [queues.draws, queues.updates]) {
    for (const work of queue) return { queue, work };
  }
  return undefined;
}

const channel = new MessageChannel();
const tasks: (() => void)[] = [];
channel.port1.addEventListener('message', () => tasks.shift()!());
channel.port1.start();

/** Calls back in the next task; a timer would wait for 4 ms. */
function nextTask(callback: () => void): void {
  tasks.push(callback);
  channel.port2.postMessage(null);
}

// A hidden page has no animation frames.
function afterPaint(callback: () => void): void {
  if (document.hidden) setTimeout(callback);
  else requestAnimationFrame(() => nextTask(callback));
}
