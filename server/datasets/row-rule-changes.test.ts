import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { NewSession } from '#contract/accounts/routes.ts';
import type { ApiKey } from '#contract/api.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { openEventStream, share } from '#server/testing/access.ts';
import { chartCard, createDashboard, dashboardOf } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { specOf, endlessQuery, openLines, sqlOf } from '#server/testing/queries.ts';
import { attributeRuleOf, everyone, regionRows, ruleOf, setRules } from '#server/testing/row-rules.ts';

let product: TestProduct;
let owner: NewSession;
/** An editor who may only view the dataset. */
let bo: NewSession;
let dataset: Dataset;
let dashboard: string;
const columnOf = (name: string) => dataset.columns.find((column) => column.name === name)!.id;

beforeAll(async () => {
  product = await openTestProduct();
  owner = await createOwner(product);
  bo = await createMember(product, owner.token, 'editor');
  dataset = await loadFile(product, owner.token, 'sales.csv', regionRows);
  await share(product, owner.token, ['application', dataset.applicationId], { everyone: 'view' });
  dashboard = (await createDashboard(product, owner.token, dashboardOf('Sales', [chartCard('count', dataset.id)]))).id;
});
afterAll(() => product.close());

const ruleFor = (region: string) =>
  setRules(product, owner.token, dataset.id, [ruleOf(everyone, columnOf('region'), [region])]);
beforeEach(() => ruleFor('上海'));

type Line = { kind: string };

const openFor = (key: ApiKey, input: object) => openLines<Line>(product, key, { input, token: bo.token });

/** Waits for a line. Leaving a loop would close the generator and cancel the query. */
async function waitForLine(lines: AsyncGenerator<Line>, kind: string): Promise<void> {
  for (;;) {
    const { value } = await lines.next();
    if (!value) throw new Error(`no line of kind ${kind}`);
    if ((value as Line).kind === kind) return;
  }
}

/** Fills all slots of a person with queries that never end; returns a function that cancels them. */
async function fillSlots(): Promise<() => void> {
  const slots = Math.min(8, Math.max(3, availableParallelism()));
  const open = await Promise.all(
    Array.from({ length: slots }, (_, mark) =>
      openFor('POST /queries', { ask: endlessQuery(mark), zone: 'UTC', place: 'editor' }),
    ),
  );
  await Promise.all(open.map(({ lines }) => waitForLine(lines(), 'running')));
  return () => open.forEach(({ disconnect }) => disconnect());
}

/** The rest of a response to a request that was planned before the rule changed, and executed after it. */
async function textAcross(key: ApiKey, input: object, change: () => Promise<unknown>): Promise<string> {
  const release = await fillSlots();
  const { lines } = await openFor(key, input);
  const rest = lines();
  await waitForLine(rest, 'waiting');
  await change();
  release();
  const texts: string[] = [];
  for await (const line of rest) texts.push(JSON.stringify(line));
  return texts.join('\n');
}

const state = { time: null, values: {}, picks: [], drills: {} };
const byName = () => specOf(dataset.id, { dimensions: [{ id: 'd', kind: 'value', column: columnOf('name') }] });
const requests: [ApiKey, () => object][] = [
  ['POST /queries', () => ({ ask: byName(), zone: 'UTC', fresh: true })],
  ['POST /queries', () => ({ ask: sqlOf('select * from sales'), zone: 'UTC', fresh: true })],
  ['POST /queries/rows', () => ({ ask: sqlOf('select * from sales'), zone: 'UTC' })],
  ['POST /exports', () => ({ ask: byName(), zone: 'UTC', format: 'csv', name: 'names' })],
  ['POST /dashboards/:id/run', () => ({ id: dashboard, state, zone: 'UTC', fresh: true })],
];

test.each(requests)('%s (%#) delivers no rows of a rule that changed while it waited', async (key, inputOf) => {
  const text = await textAcross(key, inputOf(), () => ruleFor('广东'));
  expect(text).toContain('row_rules_changed');
  expect(text).not.toMatch(/canary|"result"|"ready"/);
});

test('a new rule and a new value of an attribute count as a change; a change without effect does not', async () => {
  const [key, inputOf] = requests[0]!;
  await setRules(product, owner.token, dataset.id, null);
  expect(await textAcross(key, inputOf(), () => ruleFor('广东'))).toContain('row_rules_changed');
  const regionOf = (region: string) =>
    product.call(
      'PUT /members/:id/attributes',
      { id: bo.member.id, attributes: { region: [region] } },
      { token: owner.token },
    );
  await regionOf('上海');
  await setRules(product, owner.token, dataset.id, [attributeRuleOf(columnOf('region'))]);
  expect(await textAcross(key, inputOf(), () => regionOf('广东'))).toContain('row_rules_changed');
  expect(await textAcross(key, inputOf(), () => ruleFor('广东'))).toContain('open-a');
});

test('open pages are notified of changes of rules and attributes', async () => {
  const page = await openEventStream(product, bo.token);
  await ruleFor('广东');
  await product.call('PUT /members/:id/attributes', { id: bo.member.id, attributes: {} }, { token: owner.token });
  const [{ id, applicationId: application }, member] = [dataset, bo.member.id];
  await expect.poll(() => page.heard).toContainEqual({ kind: 'row_rules', id, application });
  await expect.poll(() => page.heard).toContainEqual({ kind: 'row_scope', member });
  page.leave();
});
