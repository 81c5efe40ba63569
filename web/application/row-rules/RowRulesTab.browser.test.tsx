import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { RowRuleSet } from '#contract/datasets/row-rules.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { RowRulesTab } from './RowRulesTab.tsx';

afterEach(() => vi.restoreAllMocks());

const texts = { en_US: '', zh_CN: '' };
const columnOf = (name: string, type: 'text' | 'integer') => ({
  id: name,
  name,
  type,
  role: 'dimension' as const,
  format: 'plain' as const,
  unit: '',
  aggregation: 'automatic' as const,
  label: texts,
  description: texts,
});
const dataset = {
  id: 'd',
  version: 1,
  columns: [columnOf('region', 'text'), columnOf('amount', 'integer')],
  metrics: [],
} as unknown as Dataset;

async function openTab(saved: RowRuleSet) {
  const calls = answerCalls({
    'GET /datasets/d/row-rules': () => ({ status: 200, body: saved }),
    'GET /datasets/d/profile': () => ({ status: 200, body: { version: 1, rows: 0, isSample: false, columns: [] } }),
    'GET /groups': () => ({ status: 200, body: [{ id: 'g', name: 'North' }] }),
    'GET /members/names': () => ({ status: 200, body: [{ id: 'm', name: 'Wang Fang', role: 'viewer', avatar: null }] }),
    'GET /members/attributes': () => ({ status: 200, body: ['region'] }),
    'PUT /datasets/d/row-rules': () => ({ status: 204, body: {} }),
  });
  await renderComponent(<RowRulesTab dataset={dataset} />);
  const save = async () => {
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    const saves = () => calls.filter(({ key }) => key === 'PUT /datasets/d/row-rules');
    await expect.poll(() => saves().length).toBe(1);
    return (saves()[0]!.body as RowRuleSet).rules!;
  };
  return { save };
}

test('a new rule lets a group see the rows with the listed values', async () => {
  const { save } = await openTab({ rules: null, zone: 'UTC', broken: [] });
  await userEvent.click(page.getByRole('switch'));
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.click(page.getByRole('combobox', { name: 'Who' }));
  await userEvent.click(page.getByTitle('North'));
  await userEvent.fill(page.getByRole('combobox', { name: 'Value' }), '广东,北京,');
  const [rule] = await save();
  expect(rule).toMatchObject({
    audience: { kind: 'group', id: 'g' },
    rows: { kind: 'some', filters: [{ op: 'in', column: 'region', values: ['广东', '北京'] }], attributes: [] },
  });
});

test('a rule that no longer works is marked, and conditions that the form cannot edit stay', async () => {
  const filter = { op: 'not' as const, filter: { op: 'equals' as const, column: 'amount', value: 3 } };
  const rows = { kind: 'some' as const, filters: [filter], attributes: [{ column: 'region', attribute: 'region' }] };
  const rule = { id: 'r', audience: { kind: 'member' as const, id: 'gone' }, rows };
  const { save } = await openTab({ rules: [rule], zone: 'UTC', broken: ['r'] });
  await expect.element(page.getByText('No longer works and shows nothing')).toBeVisible();
  await expect.element(page.getByText('Removed member')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Add rule' }));
  await userEvent.click(page.getByRole('combobox', { name: 'Rows they see' }).nth(1));
  await userEvent.click(page.getByTitle('see all rows').last());
  expect(await save()).toEqual([
    rule,
    { id: expect.any(String), audience: { kind: 'everyone' }, rows: { kind: 'all' } },
  ]);
});
