import { expect, test } from 'vitest';

import { readMessages } from './messages.ts';

async function messagesOf(...chunks: string[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const messages: string[] = [];
  for await (const message of readMessages(stream)) messages.push(message);
  return messages;
}

test('each event gives its data, however the stream is cut', async () => {
  expect(await messagesOf('data: {"a"', ':1}\n', '\ndata: 2\n\n')).toEqual(['{"a":1}', '2']);
});

test('lines of one event belong together', async () => {
  expect(await messagesOf('event: x\r\ndata: one\r\ndata:two\r\n\r\n')).toEqual(['one\ntwo']);
});

test('comments that keep the line open say nothing, and half an event at the end neither', async () => {
  expect(await messagesOf(': here\n\n', 'data: 1\n\ndata: 2')).toEqual(['1']);
});
