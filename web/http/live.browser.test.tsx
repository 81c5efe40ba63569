import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';

import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { type LiveMessage, useLive, watchChanges } from './live.ts';

afterEach(() => vi.restoreAllMocks());

function LivePage() {
  useLive();
  // A query without live events is not refetched.
  useQuery({ queryKey: ['unrelated'], queryFn: () => 1 });
  return <p>Open</p>;
}

test('the first stream of a page requests the changes since the page was opened', async () => {
  const calls = answerCalls({
    'GET /live': () => 'data: {"kind":"application","id":"a"}\n\ndata: {"kind":"missed"}\n\n',
  });
  const messages: LiveMessage[] = [];
  const unwatch = watchChanges((message) => void messages.push(message));
  await renderComponent(<LivePage />);
  await expect.poll(() => messages.slice(0, 2)).toEqual([{ kind: 'application', id: 'a' }, { kind: 'missed' }]);
  unwatch();
  const age = Number(calls.find(({ key }) => key === 'GET /live')?.query?.['age']);
  expect(age).toBeGreaterThan(0);
  expect(age).toBeLessThanOrEqual(Math.ceil(performance.now()));
});
