import { afterTurns } from '#web/charts/turns.ts';
import type { Heard } from './send.ts';

/** What is here waits no longer than this for what takes long. */
const patience = 500;
/** Then it comes in about so many steps, so that the page stays free between them. */
const steps = 8;

/** Lets the cards in sight go first: what is heard of others waits until these are answered and drawn. */
export function firstInSight(first: string[], hear: (heard: Heard) => void) {
  const due = new Set(first);
  const held: Heard[] = [];
  let isHolding = due.size > 0;
  let isEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settle: () => void;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });

  function hearHeld(count: number): void {
    for (const each of held.splice(0, count)) hear(each);
    isHolding = held.length > 0;
    if (isHolding) afterTurns(release);
    else if (isEnded) settle();
  }
  const release = () => hearHeld(Math.ceil(held.length / steps));
  const begin = () => {
    clearTimeout(timer);
    due.clear();
    afterTurns(release);
  };

  return {
    hear: (heard: Heard): void => {
      if (!('card' in heard)) {
        if (heard.kind === 'failed') hearHeld(held.length);
        return hear(heard);
      }
      if (isHolding && !first.includes(heard.card)) {
        timer ??= setTimeout(begin, patience);
        held.push(heard);
        return undefined;
      }
      hear(heard);
      if (due.delete(heard.card) && due.size === 0) begin();
      return undefined;
    },
    /** Nothing more is heard: comes when nothing waits any more. */
    end: (): Promise<void> => {
      isEnded = true;
      if (!isHolding) settle();
      else if (due.size > 0) hearHeld(held.length);
      return settled;
    },
  };
}
