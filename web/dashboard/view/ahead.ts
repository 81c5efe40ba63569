import type { Heard, sendRun } from './send.ts';

type Input = Parameters<typeof sendRun>[0];

/** Who presses for longer than this means something else. */
const patience = 1_500;

/** Sends runs; one that was foreseen has been sent already, and what came of it meanwhile is heard at once. */
export function openAhead(send: typeof sendRun) {
  let foreseen: { text: string; control: AbortController; adopt: typeof sendRun } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function forget(): void {
    clearTimeout(timer);
    foreseen?.control.abort();
    foreseen = undefined;
  }

  function foresee(input: Input): void {
    forget();
    const control = new AbortController();
    const early: Heard[] = [];
    let listener = (heard: Heard): void => void early.push(heard);
    const sent = send(input, { signal: control.signal, hear: (heard) => listener(heard) });
    const adopt: typeof sendRun = (_, { signal, hear }) => {
      signal.addEventListener('abort', () => control.abort(), { once: true });
      for (const heard of early) hear(heard);
      listener = hear;
      return sent;
    };
    foreseen = { text: JSON.stringify(input), control, adopt };
    timer = setTimeout(forget, patience);
  }

  return {
    foresee,
    forget,
    send: ((input, listening) => {
      const known = foreseen?.text === JSON.stringify(input) ? foreseen : undefined;
      if (!known) forget();
      clearTimeout(timer);
      foreseen = undefined;
      return known ? known.adopt(input, listening) : send(input, listening);
    }) satisfies typeof sendRun,
  };
}
