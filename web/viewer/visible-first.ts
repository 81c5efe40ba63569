import { flushSync } from 'react-dom';

import { enqueueUpdate, holdIdle, whenDrawn } from '#web/charts/draw-queue.ts';
import type { RunEvent } from './dashboard-source.ts';

/** Events of hidden cards, and callbacks of `whenDrawn`, are held at most this long. */
const holdTimeoutMs = 500;
/**
 * Cards that are delivered together wait this long for each other, unless the run is slow: each delivery renders and
 * paints the page, on the cores on which the engine may be answering the other cards.
 */
const gatherMs = 100;
const slowRunMs = 500;

type DeliveryOptions = {
  visible: string[];
  /** Whether visible cards with an answer are delivered together: faster in total, but the first one appears later. */
  isTogether: boolean;
  deliver: (events: RunEvent[]) => void;
};

/**
 * Delivers the events of a run card by card, so that the page is painted in between: visible cards in their order, the
 * others once these have arrived.
 */
export function deliverVisibleFirst({ visible, isTogether, deliver }: DeliveryOptions) {
  const due = new Set(visible);
  const waiting = new Map<string, RunEvent[]>();
  let isHolding = due.size > 0;
  let isReleasing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gatherTimer: ReturnType<typeof setTimeout> | undefined;
  const startedAt = performance.now();
  let settle: (() => void) | undefined;
  let endHold: (() => void) | undefined;

  /** Delays callbacks of `whenDrawn` until the other visible cards have arrived. */
  function hold(): void {
    endHold = holdIdle();
    setTimeout(endHold, holdTimeoutMs);
  }

  function take(card: string): RunEvent[] {
    const events = waiting.get(card) ?? [];
    waiting.delete(card);
    return events;
  }

  function deliverNext(): void {
    const hidden = isHolding ? undefined : waiting.keys().next().value;
    const arrivals = visible.filter((each) => waiting.has(each));
    const next = arrivals[0] ?? hidden;
    const cards = isTogether && arrivals.length > 0 ? arrivals : next !== undefined ? [next] : [];
    // Rendered synchronously, so that the draw queue measures how long it takes.
    if (cards.length > 0) flushSync(() => deliver(cards.flatMap(take)));
    if (waiting.size === 0) settle?.();
  }

  function enqueueDelivery(): void {
    clearTimeout(gatherTimer);
    gatherTimer = undefined;
    enqueueUpdate(() => deliverNext());
  }

  /** Whether a visible card that has arrived waits for others. */
  function isGathering(card: string): boolean {
    const isLast = due.size === 0 || (due.size === 1 && due.has(card));
    return isTogether && !isLast && performance.now() - startedAt < slowRunMs;
  }

  /** Delivers the events of hidden cards once the visible ones are painted. */
  function release(): void {
    clearTimeout(timer);
    endHold?.();
    if (!isHolding || isReleasing) return;
    isReleasing = true;
    whenDrawn(() => {
      isHolding = false;
      for (const card of waiting.keys()) if (!visible.includes(card)) enqueueUpdate(() => deliverNext());
    });
  }

  function receive(event: RunEvent): void {
    if (!('card' in event))
      return deliver(event.kind === 'failed' ? [...waiting.keys()].flatMap(take).concat(event) : [event]);
    if (isHolding && !endHold) hold();
    const { card } = event;
    const isHeld = isHolding && !visible.includes(card);
    const events = waiting.get(card);
    if (events) events.push(event);
    else {
      waiting.set(card, [event]);
      if (isHeld) timer ??= setTimeout(release, holdTimeoutMs);
      else if (isGathering(card)) gatherTimer ??= setTimeout(enqueueDelivery, gatherMs);
      else enqueueDelivery();
    }
    if (due.delete(card) && due.size === 0) release();
    return undefined;
  }

  return {
    /**
     * Delivers the events that arrived before the run was needed. Those of visible cards are delivered at once, so that
     * the page renders once instead of first without them.
     */
    onReceived: (received: RunEvent[]): void => {
      const atOnce = new Set(isTogether ? received.filter((event) => 'card' in event && due.has(event.card)) : []);
      if (atOnce.size > 0) deliver([...atOnce]);
      for (const event of received) {
        if (!atOnce.has(event)) receive(event);
        else if ('card' in event) due.delete(event.card);
      }
      if (atOnce.size > 0 && due.size === 0) release();
    },
    onEvent: receive,
    /** Ends the stream; resolves when all events are delivered. */
    end: async (): Promise<void> => {
      release();
      if (gatherTimer !== undefined) enqueueDelivery();
      if (waiting.size > 0) await new Promise<void>((resolve) => (settle = resolve));
    },
  };
}
