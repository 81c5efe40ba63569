import { expect, test } from 'vitest';

import { openFlights } from './flights.ts';

const stay = () => ({
  share: { person: 'a', kind: 'short' as const },
  signal: new AbortController().signal,
  onNews: (_: string) => {},
});

/** Work that ends when it is told to. */
function openWork() {
  const flights = openFlights<string, string>();
  const begun: AbortSignal[] = [];
  let finish: (answer: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  let tell: (news: string) => void = () => {};
  const join = (follower = stay(), key = 'same') =>
    flights.join(key, follower, (signal, say) => {
      begun.push(signal);
      tell = say;
      return new Promise<string>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
    });
  return {
    begun,
    join,
    finish: (answer: string) => finish(answer),
    fail: () => fail(new Error('no')),
    tell: (news: string) => tell(news),
  };
}

test('what many want at once is done once', async () => {
  const { begun, join, finish } = openWork();
  const all = [join(), join(), join()];
  finish('42');
  await expect(Promise.all(all)).resolves.toEqual(['42', '42', '42']);
  expect(begun).toHaveLength(1);
  void join();
  expect(begun).toHaveLength(2);
});

test('other work is other work', () => {
  const { begun, join } = openWork();
  void join(stay(), 'one');
  void join(stay(), 'two');
  expect(begun).toHaveLength(2);
});

test('who goes away stops it only if nobody else waits', async () => {
  const { begun, join } = openWork();
  const [first, second] = [new AbortController(), new AbortController()];
  const answers = [first, second].map(({ signal }) => join({ ...stay(), signal }).catch(String));
  first.abort();
  await answers[0];
  expect(begun[0]!.aborted).toBe(false);
  second.abort();
  await answers[1];
  expect(begun[0]!.aborted).toBe(true);
  void join();
  expect(begun).toHaveLength(2);
});

test('a failure is everyone’s, and not remembered', async () => {
  const { begun, join, fail } = openWork();
  const all = [join(), join()];
  fail();
  await expect(Promise.allSettled(all)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  void join();
  expect(begun).toHaveLength(2);
});

test('who joins late hears the latest news', () => {
  const { join, tell } = openWork();
  const heard: string[] = [];
  void join();
  tell('first');
  tell('second');
  void join({ ...stay(), onNews: (news: string) => heard.push(news) });
  tell('third');
  expect(heard).toEqual(['second', 'third']);
});
