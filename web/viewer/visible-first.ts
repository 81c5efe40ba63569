import { afterDrawQueue } from '#web/charts/draw-queue.ts';
import type { RunEvent } from './dashboard-source.ts';

/** Events of hidden cards are held at most this long. */
const holdTimeoutMs = 500;
/** Held events are released in this many steps, so that the page stays responsive. */
const releaseSteps = 8;

/** Delivers events of visible cards first and holds the others until these are drawn. */
export function deliverVisibleFirst(first: string[], onEvent: (event: RunEvent) => void) {
  const due = new Set(first);
  const held: RunEvent[] = [];
  let isHolding = due.size > 0;
  let isEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settle: () => void;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });

  function deliverHeld(count: number): void {
    for (const each of held.splice(0, count)) onEvent(each);
    isHolding = held.length > 0;
    if (isHolding) afterDrawQueue(release);
    else if (isEnded) settle();
  }
  const release = () => deliverHeld(Math.ceil(held.length / releaseSteps));
  const startRelease = () => {
    clearTimeout(timer);
    due.clear();
    afterDrawQueue(release);
  };

  return {
    onEvent: (event: RunEvent): void => {
      if (!('card' in event)) {
        if (event.kind === 'failed') deliverHeld(held.length);
        return onEvent(event);
      }
      if (isHolding && !first.includes(event.card)) {
        timer ??= setTimeout(startRelease, holdTimeoutMs);
        held.push(event);
        return undefined;
      }
      onEvent(event);
      if (due.delete(event.card) && due.size === 0) startRelease();
      return undefined;
    },
    /** Ends the stream; resolves when no event is held any more. */
    end: (): Promise<void> => {
      isEnded = true;
      if (!isHolding) settle();
      else if (due.size > 0) deliverHeld(held.length);
      return settled;
    },
  };
}
