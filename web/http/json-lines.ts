import type { Api, ApiKey, ApiInput } from '#contract/api.ts';
import { type ErrorBody, Problem } from '#contract/errors.ts';
import { problemOfBody, fetchRoute } from './client.ts';

/** The routes that stream JSON lines. */
export type LinesKey = { [K in ApiKey]: Api[K] extends { response: 'lines' } ? K : never }[ApiKey];

type ErrorLine = { kind: 'error'; error: ErrorBody };

/** Calls a route that streams JSON lines, and passes on each line; an error line is thrown. */
export async function readLines<Line extends { kind: string }>(
  key: LinesKey,
  input: ApiInput<LinesKey>,
  { signal, onLine }: { signal: AbortSignal | undefined; onLine: (line: Exclude<Line, ErrorLine>) => void },
): Promise<void> {
  const { body } = await fetchRoute(key, input, signal);
  for await (const text of splitLines(body!, signal)) {
    const line = JSON.parse(text) as Line | ErrorLine;
    if (line.kind === 'error') throw problemOfBody((line as ErrorLine).error);
    onLine(line as Exclude<Line, ErrorLine>);
  }
}

/** Splits a stream into lines. The chunks of a long line are joined once. */
export async function* splitLines(stream: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<string> {
  const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let pieces: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const [first, ...others] = value.split('\n');
      pieces.push(first!);
      for (const next of others) {
        yield pieces.join('');
        pieces = [next];
      }
    }
  } catch (cause) {
    throw signal?.aborted || cause instanceof Problem ? cause : new Problem('offline', {}, { cause });
  } finally {
    // The stream may have failed already.
    void reader.cancel().catch(() => undefined);
  }
}
