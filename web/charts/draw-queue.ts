/** Milliseconds of work per frame; then the browser paints before the work continues. */
const frameBudgetMs = 80;

/** Charts to draw, and updates of the page that cause more charts to be drawn; charts come first. */
const queues = { draws: new Set<() => void>(), updates: new Set<() => void>() };
let frameStartedAt: number | undefined;

/** Draws immediately within the frame budget, else queues the call. Returns a function that cancels it. */
export function enqueueDraw(draw: () => void): () => void {
  if (frameStartedAt === undefined) startFrame();
  if (queues.draws.size === 0 && hasTime()) draw();
  else queues.draws.add(draw);
  return () => queues.draws.delete(draw);
}

/** Queues an update of the page. Charts that it causes are drawn before the next update, so they appear one by one. */
export function enqueueUpdate(update: () => void): void {
  queues.updates.add(update);
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

const hasTime = () => performance.now() - frameStartedAt! < frameBudgetMs;

function startFrame(run?: () => void): void {
  frameStartedAt = performance.now();
  if (run) nextTask(run);
  else afterPaint(runFrame);
}

function runFrame(): void {
  frameStartedAt = performance.now();
  let next = takeNext();
  if (!next) return endFrames();
  try {
    for (; next; next = hasTime() ? takeNext() : undefined) next();
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

function takeNext(): (() => void) | undefined {
  for (const queue of [queues.draws, queues.updates]) {
    for (const next of queue) {
      queue.delete(next);
      return next;
    }
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
