import { expect, test } from 'vitest';

import { splitLines } from './json-lines.ts';

const streamOf = (chunks: (string | Error)[]) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk instanceof Error) controller.error(chunk);
      else if (chunk === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(chunk));
    },
  });

async function linesOf(...chunks: (string | Error)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of splitLines(streamOf(chunks))) lines.push(line);
  return lines;
}

test('lines are complete, however the stream is chunked', async () => {
  expect(await linesOf('{"a"', ':', '1}\n{"b":2}\n{"c', '":3}\n')).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
});

test('an incomplete line at the end is dropped', async () => {
  expect(await linesOf('{"a":1}\n{"b')).toEqual(['{"a":1}']);
});

test('a stream that breaks off fails as offline', async () => {
  await expect(linesOf('{"a":1}\n', new Error('reset'))).rejects.toMatchObject({ code: 'offline' });
});
