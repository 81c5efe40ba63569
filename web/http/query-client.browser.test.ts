import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { AppQueryClient, setExpectedData } from './query-client.ts';

/** A query whose requests are resolved by the test. */
function openQuery() {
  const queries = new AppQueryClient({ defaultOptions: { queries: { retry: false } } });
  const requests: PromiseWithResolvers<string>[] = [];
  const query = queryOptions({
    queryKey: ['state'],
    queryFn: () => {
      const request = Promise.withResolvers<string>();
      requests.push(request);
      return request.promise;
    },
  });
  const stop = new QueryObserver(queries, query).subscribe(() => {});
  const readState = () => queries.getQueryData(query.queryKey);
  return { queries, query, requests, readState, stop };
}

test('an invalidation during the first load causes a refetch after it', async () => {
  const { queries, query, requests, readState, stop } = openQuery();
  const refreshed = queries.invalidateQueries(query);
  requests[0]!.resolve('before');
  await expect.poll(() => requests.length).toBe(2);
  requests[1]!.resolve('after');
  await refreshed;
  expect(readState()).toBe('after');
  stop();
});

test('an invalidation during a first load that fails causes a refetch after it', async () => {
  const { queries, query, requests, readState, stop } = openQuery();
  const refreshed = queries.invalidateQueries(query);
  requests[0]!.reject(new Error('no answer'));
  await expect.poll(() => requests.length).toBe(2);
  requests[1]!.resolve('after');
  await refreshed;
  expect(readState()).toBe('after');
  stop();
});

test('an expected state is not replaced by the response to an earlier request', async () => {
  const { queries, query, requests, readState, stop } = openQuery();
  requests[0]!.resolve('before');
  await expect.poll(readState).toBe('before');
  const refetch = queries.refetchQueries(query);
  await setExpectedData(queries, query, (state) => `after ${state}`);
  requests[1]!.resolve('before');
  await refetch;
  expect(readState()).toBe('after before');
  stop();
});
