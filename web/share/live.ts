import { Problem } from '#contract/errors.ts';
import type { ShareEvent } from '#contract/shares.ts';
import { reach } from '#web/http/client.ts';
import { readMessages } from '#web/http/messages.ts';

const firstWait = 500;
const longestWait = 30_000;

type Ears = {
  pass: () => string;
  onEvent: (event: ShareEvent | { kind: 'missed' }) => void;
  /** The pass opens nothing any more. */
  onLost: () => void;
};

/** Hears what happens to an opened link, for as long as the page is there. */
export async function listenTo({ pass, onEvent, onLost }: Ears, signal: AbortSignal): Promise<void> {
  let wait = firstWait;
  while (!signal.aborted) {
    try {
      const { body } = await reach('POST /shares/live', { pass: pass() }, signal);
      if (wait > firstWait) onEvent({ kind: 'missed' });
      wait = firstWait;
      for await (const message of readMessages(body!)) onEvent(JSON.parse(message) as ShareEvent);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && error.code === 'share_gone') return onLost();
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, longestWait);
  }
}
