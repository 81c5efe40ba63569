import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';

import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { call } from './client.ts';
import { waitForRefetches } from './refetch-stale.ts';

afterEach(() => vi.restoreAllMocks());

const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => call('GET /me/keys', {}) });

/** The names of personal keys, and a button that revokes one. */
function KeyNames({ onRevoke }: { onRevoke?: (left: string[]) => void }) {
  const queries = useQueryClient();
  const { data = [] } = useQuery(keysQuery);
  const { mutate } = useMutation({
    mutationFn: () => call('DELETE /me/keys/:id', { id: 'old' }),
    onSettled: async () => {
      await waitForRefetches();
      onRevoke?.(queries.getQueryData(keysQuery.queryKey)!.map(({ name }) => name));
    },
  });
  return (
    <>
      <button onClick={() => mutate()}>Revoke</button>
      <p>{data.map(({ name }) => name).join(' ')}</p>
    </>
  );
}

test('a change refetches what it makes stale, and can wait for it', async () => {
  const keys = [{ name: 'old' }, { name: 'new' }];
  const calls = answerCalls({
    'GET /me/keys': async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [...keys];
    },
    'DELETE /me/keys/old': () => keys.splice(0, 1),
  });
  let namesAfter: string[] = [];
  const page = await renderComponent(<KeyNames onRevoke={(left) => (namesAfter = left)} />);
  await expect.element(page.getByText('old new')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => namesAfter).toEqual(['new']);
  expect(calls.filter(({ key }) => key === 'GET /me/keys')).toHaveLength(2);
});

test('a refused change refetches as well', async () => {
  const calls = answerCalls({ 'GET /me/keys': () => [{ name: 'old' }] });
  const page = await renderComponent(<KeyNames />);
  await expect.element(page.getByText('old')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => calls.filter(({ key }) => key === 'GET /me/keys').length).toBe(2);
});
