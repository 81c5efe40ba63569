const maxRetryMs = 30_000;

type ConnectionOptions = {
  signal: AbortSignal;
  firstRetryMs: number;
  /** Connects, calls `onOpen`, and reads until the stream ends. */
  read: (onOpen: () => void) => Promise<void>;
  /** Whether an error ends the retries; it is thrown. */
  isFinal?: (error: unknown) => boolean;
};

/** Keeps an event stream connected until aborted, with exponential backoff after failures. */
export async function keepConnected({ signal, firstRetryMs, read, isFinal }: ConnectionOptions): Promise<void> {
  let wait = firstRetryMs;
  while (!signal.aborted) {
    await read(() => (wait = firstRetryMs)).catch((error: unknown) => {
      if (!signal.aborted && isFinal?.(error)) throw error;
    });
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, maxRetryMs);
  }
}
