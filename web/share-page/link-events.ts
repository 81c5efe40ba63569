import { Problem } from '#contract/errors.ts';
import type { ShareEvent } from '#contract/shares/routes.ts';
import { fetchRoute } from '#web/http/client.ts';
import { keepConnected } from '#web/http/keep-connected.ts';
import { readServerSentEvents } from '#web/http/server-sent-events.ts';

const firstRetryMs = 500;

const isShareGone = (error: unknown) => error instanceof Problem && error.code === 'share_gone';

type LinkListener = {
  pass: () => string;
  onEvent: (event: ShareEvent) => void;
  /** Called when the pass is no longer valid. */
  onLost: () => void;
};

/** Receives the events of an opened link, with exponential backoff, until aborted. */
export async function listenToLink({ pass, onEvent, onLost }: LinkListener, signal: AbortSignal): Promise<void> {
  let attempts = 0;
  // Before the first connection, the page may have missed changes since it was opened.
  const linkInput = () => ({ pass: pass(), ...(attempts === 1 && { age: Math.ceil(performance.now()) }) });
  async function read(onOpen: () => void): Promise<void> {
    attempts += 1;
    const { body } = await fetchRoute('POST /shares/live', linkInput(), signal);
    if (attempts > 1) onEvent({ kind: 'missed' });
    onOpen();
    for await (const message of readServerSentEvents(body!)) onEvent(JSON.parse(message) as ShareEvent);
  }
  // Only a link that is gone ends the retries.
  await keepConnected({ signal, firstRetryMs, read, isFinal: isShareGone }).catch(onLost);
}
