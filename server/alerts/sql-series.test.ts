import { afterAll, beforeAll, expect, test } from 'vitest';

import type { SqlWatch } from '#contract/alerts/schemas.ts';
import type { Control } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import type { Param } from '#domain/query/query.ts';
import { share } from '#server/testing/access.ts';
import { alertOf, alertsIn, dayBefore, ordersOf } from '#server/testing/alerts.ts';
import { chartCard, dashboardOf, createDashboard } from '#server/testing/dashboards.ts';
import { loadFile } from '#server/testing/data.ts';
import { type Mailbox, openMailbox } from '#server/testing/mail.ts';
import { createMember, createOwner, openTestProduct, type TestProduct } from '#server/testing/product.ts';
import { createPusher } from '#server/testing/push.ts';

let product: TestProduct;
let mailbox: Mailbox;
let token: string;
let orders: Dataset;
let alerts: ReturnType<typeof alertsIn>;
beforeAll(async () => {
  mailbox = await openMailbox();
  product = await openTestProduct({ SMTP_URL: mailbox.url });
  token = (await createOwner(product)).token;
  alerts = alertsIn(product, token);
  orders = await loadFile(product, token, 'orders.csv', ordersOf(30));
});
afterAll(() => Promise.all([product.close(), mailbox.close()]));

const byDay = 'select day, sum(amount) as total from orders group by day';
const byCity = 'select day, city, amount from orders';
const watchOf = (sql: string, overrides: Partial<SqlWatch> = {}): SqlWatch => ({
  sql,
  params: [],
  span: null,
  value: 'total',
  time: { column: 'day', grain: { unit: 'day' } },
  by: null,
  isRunning: false,
  ...overrides,
});
const single = (sql: string, overrides: Partial<SqlWatch> = {}) =>
  watchOf(sql, { time: null, value: 'n', ...overrides });

type AlertOverrides = Partial<ReturnType<typeof alertOf>>;
const backtest = (watch: SqlWatch, overrides: AlertOverrides = {}, by = token) => {
  const { condition, zone, origin } = alertOf(watch, overrides);
  return product.call('POST /alerts/rehearsal', { watch, condition, zone, origin }, { token: by });
};
const refusal = async (watch: SqlWatch) => (await product.call('POST /alerts', alertOf(watch), { token })).body.code;

test('a backtest starts at the first row of the SQL and returns its columns', async () => {
  const { body } = await backtest(watchOf(byDay));
  expect(body).toMatchObject({ times: 2, days: 30, isRunning: true });
  expect(body.courses[0]!.met.map((index) => body.steps[index])).toEqual([dayBefore(10), dayBefore(1)]);
  expect(body.columns).toEqual([
    { name: 'day', type: 'date' },
    { name: 'total', type: 'integer' },
  ]);
});

test('rows of the same step are summed, or evaluated value by value', async () => {
  const together = await backtest(watchOf(byCity, { value: 'amount' }));
  expect(together.body.courses[0]!.values.at(-2)).toBe(110);
  const apart = await backtest(watchOf(byCity, { value: 'amount', by: 'city' }), {
    condition: { kind: 'below', value: 50 },
  });
  expect(apart.body.courses.map(({ label, met }) => [label, met.length])).toEqual([
    ['广州', 2],
    ['上海', 0],
  ]);
  const months = watchOf(byCity, { value: 'amount', time: { column: 'day', grain: { unit: 'month' } } });
  const { body } = await backtest(months);
  expect(body.courses[0]!.values.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(30 * 200 - 180);
});

test('an alert on SQL fires once, sends an email with a chart image, resolves, and detects a fall', async () => {
  mailbox.emails.length = 0;
  const id = await alerts.create(alertOf(watchOf(byDay)));
  await expect.poll(() => alerts.stateOf(id)).toBe('firing');
  expect((await alerts.load(id)).alert).toMatchObject({ lastValue: 110, firing: [{ label: null, value: 110 }] });
  await alerts.checkAgain(id);
  expect([await alerts.noticesOf(id), await alerts.kindsOf(id)]).toEqual([['alert_fired'], ['fired']]);
  const email = await mailbox.next();
  expect(email.parts.map(({ type }) => type)).toContain('image/png');
  await product.query(`update alerts set condition = '{"kind":"below","value":100}' where id = $1`, [id]);
  await alerts.checkAgain(id);
  expect(await alerts.noticesOf(id)).toEqual(['alert_fired', 'alert_resolved']);
  const falls = { kind: 'falls' as const, percent: 40, against: 'previous' as const };
  const fallen = await alerts.create(alertOf(watchOf(byDay), { condition: falls }));
  await expect.poll(() => alerts.stateOf(fallen)).toBe('firing');
  expect((await alerts.load(fallen)).alert.firing).toEqual([{ label: null, value: 110, base: 200 }]);
});

test('no_data is met by a step without rows or a result without a number', async () => {
  const condition = { kind: 'no_data' as const };
  const gap = `${byDay} having day <> date '${dayBefore(1)}'`;
  const missing = await alerts.create(alertOf(watchOf(gap), { condition }));
  await expect.poll(() => alerts.stateOf(missing)).toBe('firing');
  const empty = await alerts.create(
    alertOf(single('select max(amount) as n from orders where amount > 1e6'), { condition }),
  );
  await expect.poll(() => alerts.stateOf(empty)).toBe('firing');
  const full = await alerts.create(alertOf(watchOf(byDay), { condition }));
  await alerts.checkAgain(full);
  expect(await alerts.stateOf(full)).toBe('quiet');
});

test('a single number is computed again at each check, so that SQL can use now()', async () => {
  const watch = single("select date_part('epoch', now())::bigint as n");
  const id = await alerts.create(alertOf(watch, { condition: { kind: 'above', value: 1e14 } }));
  const valueOf = async () => (await alerts.load(id)).alert.lastValue;
  await expect.poll(valueOf).not.toBe(null);
  const first = await valueOf();
  await expect
    .poll(async () => {
      await alerts.checkAgain(id);
      return valueOf();
    })
    .not.toBe(first);
});

test('the time range of a dashboard is relative to each check', async () => {
  const bounds = ['from', 'to'].map((name) => ({ name, type: 'date' as const, value: '2000-01-01' }));
  const bounded = { params: bounds, span: { kind: 'last' as const, count: 3, grain: { unit: 'day' as const } } };
  const sql = 'select count(*) as n from orders where day between $from and $to';
  const id = await alerts.create(alertOf(single(sql, bounded), { condition: { kind: 'above', value: 5 } }));
  await expect.poll(async () => (await alerts.load(id)).alert.lastValue).toBe(6);
  const steps = 'select day, count(*) as n from orders where day between $from and $to group by day';
  const { body } = await backtest(watchOf(steps, { ...bounded, value: 'n' }));
  expect(body.days).toBe(30);
});

test('a span anchored at the newest row counts back from it, in SQL and in filters', async () => {
  const lines = Array.from({ length: 9 }, (_, index) => `2019-03-0${index + 1},${index + 1}`);
  const old = await loadFile(product, token, 'old.csv', `day,amount\n${lines.join('\n')}\n`);
  const bounds = ['from', 'to'].map((name) => ({ name, type: 'date' as const, value: '2000-01-01' }));
  const span = { kind: 'last' as const, count: 2, grain: { unit: 'day' as const }, anchor: 'newest' as const };
  const sql = 'select sum(amount) as n from old where day between $from and $to';
  const condition = { kind: 'above' as const, value: 1000 };
  const bySql = await alerts.create(alertOf(single(sql, { params: bounds, span }), { condition }));
  const columnOf = (name: string) => old.columns.find((each) => each.name === name)!.id;
  const watch = {
    dataset: old.id,
    formula: { kind: 'sum' as const, column: columnOf('amount') },
    filters: [{ op: 'during' as const, column: columnOf('day'), span }],
    time: null,
    by: null,
    isRunning: false,
  };
  const byClick = await alerts.create(alertOf(watch, { condition }));
  for (const id of [bySql, byClick]) await expect.poll(async () => (await alerts.load(id)).alert.lastValue).toBe(17);
});

test('arriving data in any dataset that the SQL reads triggers a check', async () => {
  const pusher = await createPusher(product, token, 'Shop');
  await pusher.push('visits', [{ page: 'a' }]);
  const visits = await pusher.dataset('visits', 1);
  const sql = 'select (select count(*) from visits) + (select count(*) from orders) as n';
  const condition = { kind: 'above' as const, value: 61 };
  const id = await alerts.create(alertOf(single(sql), { condition, schedule: { kind: 'arrival' } }));
  await expect.poll(async () => (await alerts.load(id)).alert.lastValue).toBe(61);
  const [row] = await product.query('select reads from alerts where id = $1', [id]);
  expect((row!['reads'] as string[]).toSorted()).toEqual([visits.id, orders.id].toSorted());
  await pusher.push('visits', [{ page: 'b' }]);
  await expect.poll(() => alerts.stateOf(id)).toBe('firing');
});

test('an alert that can never be checked is not created', async () => {
  expect(await refusal(watchOf(byDay, { value: 'sum' }))).toBe('alert_column_gone');
  expect(await refusal(watchOf(byCity, { value: 'city' }))).toBe('alert_column_misfit');
  expect(await refusal(watchOf(byCity, { value: 'amount', time: { column: 'city', grain: { unit: 'day' } } }))).toBe(
    'alert_column_misfit',
  );
  expect(await refusal(single('select i as n from range(60000) t(i)'))).toBe('alert_too_many_rows');
  expect(await refusal(single('select count(*) as n from nothing_of_ours'))).toBe('sql_table_unknown');
  expect(await refusal(single('drop table orders'))).toBe('sql_not_select');
});

test('SQL that fails later notifies once, and resumes when it works', async () => {
  const lost = await loadFile(product, token, 'lost_rows.csv', ordersOf(3));
  const watch = single('select count(*) as n from lost_rows');
  const id = await alerts.create(alertOf(watch, { condition: { kind: 'above', value: 1000 } }));
  await expect.poll(async () => (await alerts.load(id)).alert.lastValue).toBe(6);
  await product.call('DELETE /datasets/:id', { id: lost.id }, { token });
  await alerts.checkAgain(id);
  await alerts.checkAgain(id);
  expect((await alerts.load(id)).alert).toMatchObject({ state: 'stuck', failure: { code: 'dataset_gone' } });
  expect(await alerts.noticesOf(id)).toEqual(['alert_stuck']);
  await product.call('POST /datasets/:id/restore', { id: lost.id }, { token });
  await alerts.checkAgain(id);
  expect([await alerts.stateOf(id), await alerts.kindsOf(id)]).toEqual(['quiet', ['freed', 'stuck']]);
});

test('a creator who loses access to the data gets dataset_forbidden', async () => {
  const member = await createMember(product, token, 'editor');
  const own = await loadFile(product, token, 'closed_rows.csv', ordersOf(3));
  const watch = single('select count(*) as n from closed_rows');
  const id = await alerts.create(alertOf(watch, { condition: { kind: 'above', value: 1000 } }), member.token);
  await expect.poll(async () => (await alerts.load(id)).alert.lastValue).toBe(6);
  await share(product, token, ['application', own.applicationId]);
  await alerts.checkAgain(id);
  expect((await alerts.load(id)).alert).toMatchObject({ state: 'stuck', failure: { code: 'dataset_forbidden' } });
  await share(product, token, ['application', own.applicationId], { everyone: 'view' });
});

test('a viewer may watch only the SQL of a published card', async () => {
  const viewer = (await createMember(product, token, 'viewer')).token;
  const sql = 'select count(*) as n from orders where city = $city and amount > $least';
  const city: Param = { name: 'city', type: 'text', value: '上海' };
  const minAmount: Param = { name: 'least', type: 'integer', value: 0 };
  const params = [city, minAmount];
  const card = chartCard('c1', { kind: 'sql', sql, params, limit: 10 });
  const control: Control = {
    id: 'k1',
    label: { en_US: 'City', zh_CN: '' },
    value: { kind: 'text', value: '' },
    isMany: false,
    targets: [{ kind: 'param', card: 'c1', param: 'city' }],
  };
  const saved = await createDashboard(product, token, dashboardOf('Towns', [card], { controls: [control] }));
  const origin = { dashboard: saved.id, card: 'c1' };
  const codeOf = async (overrides: Partial<SqlWatch>, from: typeof origin | null = origin) =>
    (await backtest(single(sql, { params, ...overrides }), { origin: from }, viewer)).body;
  expect(await codeOf({})).toMatchObject({ times: 1 });
  expect(await codeOf({ params: [{ ...city, value: '广州' }, minAmount] })).toMatchObject({ times: 1 });
  const closed = { code: 'alert_sql_closed' };
  expect(await codeOf({ params: [city, { ...minAmount, value: 5 }] })).toMatchObject(closed);
  expect(await codeOf({ sql: `${sql} or true` })).toMatchObject(closed);
  expect(await codeOf({}, null)).toMatchObject(closed);
  expect(await codeOf({}, { ...origin, card: 'c2' })).toMatchObject(closed);
  expect(await codeOf({}, { ...origin, dashboard: 'nothing' })).toMatchObject(closed);

  const input = alertOf(single(sql, { params }), { origin, condition: { kind: 'above', value: 1000 } });
  const id = await alerts.create(input, viewer);
  await expect.poll(async () => (await alerts.load(id)).alert.lastValue).toBe(30);
  await share(product, token, ['dashboard', saved.id]);
  await alerts.checkAgain(id);
  expect((await alerts.load(id)).alert).toMatchObject({ state: 'stuck', failure: closed });
  await share(product, token, ['dashboard', saved.id], { everyone: 'view' });
  await alerts.checkAgain(id);
  expect(await alerts.stateOf(id)).toBe('quiet');
  await product.call('DELETE /dashboards/:id', { id: saved.id }, { token });
  await alerts.checkAgain(id);
  expect((await alerts.load(id)).alert).toMatchObject({ state: 'stuck', failure: closed });
});
