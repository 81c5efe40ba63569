import { expect, test } from 'vitest';

import { splitLines } from './lines.ts';

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

test('each line comes whole, however the stream is cut', async () => {
  expect(await linesOf('{"a"', ':', '1}\n{"b":2}\n{"c', '":3}\n')).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
});

test('half a line at the end is none', async () => {
  expect(await linesOf('{"a":1}\n{"b')).toEqual(['{"a":1}']);
});

test('a stream that breaks off is told as the server being away', async () => {
  await expect(linesOf('{"a":1}\n', new Error('reset'))).rejects.toMatchObject({ code: 'offline' });
});
