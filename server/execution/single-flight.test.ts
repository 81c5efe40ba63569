import { expect, test } from 'vitest';

import { openSingleFlight } from './single-flight.ts';

const followerOf = () => ({
  share: { person: 'a', kind: 'short' as const },
  signal: new AbortController().signal,
  onProgress: (_: string) => {},
});

/** Work that ends on demand. */
function openWork() {
  const singleFlight = openSingleFlight<string, string>();
  const started: AbortSignal[] = [];
  let finish: (answer: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  let report: (progress: string) => void = () => {};
  const join = (follower = followerOf(), key = 'same') =>
    singleFlight.join(key, follower, (signal, setReport) => {
      started.push(signal);
      report = setReport;
      return new Promise<string>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
    });
  return {
    started,
    join,
    finish: (answer: string) => finish(answer),
    fail: () => fail(new Error('no')),
    report: (progress: string) => report(progress),
  };
}

test('concurrent calls with the same key run once', async () => {
  const { started, join, finish } = openWork();
  const all = [join(), join(), join()];
  finish('42');
  await expect(Promise.all(all)).resolves.toEqual(['42', '42', '42']);
  expect(started).toHaveLength(1);
  void join();
  expect(started).toHaveLength(2);
});

test('different keys run separately', () => {
  const { started, join } = openWork();
  void join(followerOf(), 'one');
  void join(followerOf(), 'two');
  expect(started).toHaveLength(2);
});

test('a caller that leaves aborts the work only if nobody else waits', async () => {
  const { started, join } = openWork();
  const [first, second] = [new AbortController(), new AbortController()];
  const answers = [first, second].map(({ signal }) => join({ ...followerOf(), signal }).catch(String));
  first.abort();
  await answers[0];
  expect(started[0]!.aborted).toBe(false);
  second.abort();
  await answers[1];
  expect(started[0]!.aborted).toBe(true);
  void join();
  expect(started).toHaveLength(2);
});

test('an error reaches all callers and is not cached', async () => {
  const { started, join, fail } = openWork();
  const all = [join(), join()];
  fail();
  await expect(Promise.allSettled(all)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  void join();
  expect(started).toHaveLength(2);
});

test('a late caller receives the latest progress', () => {
  const { join, report } = openWork();
  const received: string[] = [];
  void join();
  report('first');
  report('second');
  void join({ ...followerOf(), onProgress: (progress: string) => received.push(progress) });
  report('third');
  expect(received).toEqual(['second', 'third']);
});
