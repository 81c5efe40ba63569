import { expect, test } from 'vitest';

import { keepConnected } from './keep-connected.ts';

test('connects again after failures and after the end of a stream, until aborted', async () => {
  const stop = new AbortController();
  let attempts = 0;
  const read = async (onOpen: () => void) => {
    attempts += 1;
    if (attempts === 1) throw new Error('offline');
    onOpen();
    if (attempts === 3) stop.abort();
  };
  await keepConnected({ signal: stop.signal, firstRetryMs: 1, read });
  expect(attempts).toBe(3);
});

test('throws a final error and does not connect again', async () => {
  let attempts = 0;
  const read = async () => {
    attempts += 1;
    throw new Error('gone');
  };
  const { signal } = new AbortController();
  await expect(keepConnected({ signal, firstRetryMs: 1, read, isFinal: () => true })).rejects.toThrow('gone');
  expect(attempts).toBe(1);
});
