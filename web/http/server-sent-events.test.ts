import { expect, test } from 'vitest';

import { readServerSentEvents } from './server-sent-events.ts';

async function messagesOf(...chunks: string[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const messages: string[] = [];
  for await (const message of readServerSentEvents(stream)) messages.push(message);
  return messages;
}

test('each event yields its data, however the stream is chunked', async () => {
  expect(await messagesOf('data: {"a"', ':1}\n', '\ndata: 2\n\n')).toEqual(['{"a":1}', '2']);
});

test('data lines of one event are joined', async () => {
  expect(await messagesOf('event: x\r\ndata: one\r\ndata:two\r\n\r\n')).toEqual(['one\ntwo']);
});

test('keep-alive comments and an incomplete event at the end yield nothing', async () => {
  expect(await messagesOf(': here\n\n', 'data: 1\n\ndata: 2')).toEqual(['1']);
});
