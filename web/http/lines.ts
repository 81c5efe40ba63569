import type { Api, ApiKey, Input } from '#contract/api.ts';
import { type ErrorBody, Problem } from '#contract/errors.ts';
import { problemOfBody, reach } from './client.ts';

/** The routes that tell line by line how something is getting on. */
type LinesKey = { [K in ApiKey]: Api[K] extends { gives: 'lines' } ? K : never }[ApiKey];

type Failed = { kind: 'error'; error: ErrorBody };

/** Calls a route that gives lines, and hands over each as it comes; a line that tells of a failure is thrown. */
export async function readLines<Line extends { kind: string }>(
  key: LinesKey,
  input: Input<LinesKey>,
  { signal, onLine }: { signal: AbortSignal | undefined; onLine: (line: Exclude<Line, Failed>) => void },
): Promise<void> {
  const { body } = await reach(key, input, signal);
  for await (const text of splitLines(body!, signal)) {
    const line = JSON.parse(text) as Line | Failed;
    if (line.kind === 'error') throw problemOfBody((line as Failed).error);
    onLine(line as Exclude<Line, Failed>);
  }
}

/** The lines of a stream. A long line comes in many pieces, which are put together once. */
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
    void reader.cancel().catch(() => undefined);
  }
}
