import { afterAll, beforeAll, expect, test } from 'vitest';

import type { RunLine } from '#contract/dashboards/runs.ts';
import { loadFile } from '#server/testing/data.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { callLines, endlessQuery, openQuery, rowsOf } from '#server/testing/queries.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct();
});
afterAll(() => product.close());

test('a prefetch is answered if the engine is idle, else declined', async () => {
  const { token } = await createOwner(product);
  const { id: dataset } = await loadFile(product, token, 'orders.csv', 'city\nWuhan\nLhasa\n');
  const { id } = await createDashboard(product, token, dashboardOf('Orders', [chartCard('count', dataset)]));
  const run = async (options: object) => {
    const input = { id, state: {}, zone: 'UTC', ...options };
    const { lines } = await callLines<RunLine>(product, 'POST /dashboards/:id/run', input, { token });
    return lines.map((line) => (line.kind === 'result' ? rowsOf(line.result) : line.kind));
  };
  // Work in the background may keep the engine busy for a moment.
  await expect.poll(() => run({ prefetch: true })).toEqual([[[2]], 'end']);
  const { lines, disconnect } = await openQuery(product, { ask: endlessQuery(), zone: 'UTC' }, token);
  expect((await lines().next()).value).toEqual({ kind: 'running' });
  expect(await run({ prefetch: true })).toEqual(['declined']);
  expect(await run({})).toEqual([[[2]], 'end']);
  disconnect();
});
