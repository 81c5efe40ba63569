import { Problem } from '#contract/errors.ts';
import type { ShareEvent } from '#contract/shares/routes.ts';
import { fetchRoute } from '#web/http/client.ts';
import { readServerSentEvents } from '#web/http/server-sent-events.ts';

const firstRetryMs = 500;
const maxRetryMs = 30_000;

type LinkListener = {
  pass: () => string;
  onEvent: (event: ShareEvent | { kind: 'missed' }) => void;
  /** Called when the pass is no longer valid. */
  onLost: () => void;
};

/** Receives the events of an opened link, with exponential backoff, until aborted. */
export async function listenToLink({ pass, onEvent, onLost }: LinkListener, signal: AbortSignal): Promise<void> {
  let wait = firstRetryMs;
  while (!signal.aborted) {
    try {
      const { body } = await fetchRoute('POST /shares/live', { pass: pass() }, signal);
      if (wait > firstRetryMs) onEvent({ kind: 'missed' });
      wait = firstRetryMs;
      for await (const message of readServerSentEvents(body!)) onEvent(JSON.parse(message) as ShareEvent);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && error.code === 'share_gone') return onLost();
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, maxRetryMs);
  }
}
