import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Lineage, LineageKind, LineageNode } from '#contract/lineage/routes.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { LineageView } from './LineagePanel.tsx';

const nodeOf = (kind: LineageKind, id: string, fields: Partial<LineageNode> = {}): LineageNode => ({
  key: `${kind} ${id}`,
  kind,
  id,
  title: { en_US: `${id} en`, zh_CN: `${id} 中` },
  parent: { id: 'shop', application: 'shop' },
  cards: [],
  isLate: false,
  isVerified: false,
  ...fields,
});
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const cardsOf = (count: number) =>
  numbers(count).map((number) => ({ id: `c${number}`, title: { en_US: `Card ${number}`, zh_CN: '' } }));

/** 30 dashboards with 210 cards. */
const lineage: Lineage = {
  focus: 'dataset orders',
  nodes: [
    nodeOf('application', 'shop'),
    nodeOf('dataset', 'orders', { isLate: true }),
    nodeOf('metric', 'revenue', { isVerified: true }),
    ...numbers(30).map((number) => nodeOf('dashboard', `board${number}`, { cards: cardsOf(7) })),
    nodeOf('alert', 'low'),
  ],
  edges: [
    { from: 'application shop', to: 'dataset orders', relation: null },
    { from: 'dataset orders', to: 'metric revenue', relation: null },
    { from: 'metric revenue', to: 'dashboard board1', relation: null },
    ...numbers(30).map((number) => ({ from: 'dataset orders', to: `dashboard board${number}`, relation: null })),
    { from: 'dashboard board1', to: 'alert low', relation: null },
  ],
  hidden: 3,
};

const litPaths = (container: HTMLElement) => container.querySelectorAll('path[data-lit="true"]').length;

test('draws columns in the direction of the data, collapses long lists and highlights the path of a node', async () => {
  await page.viewport(1280, 900);
  const { container } = await renderComponent(<LineageView lineage={lineage} />);
  const headings = [...container.querySelectorAll('h3')].map((each) => each.textContent);
  expect(headings).toEqual(['Applications', 'Datasets', 'Metrics', 'Dashboards', 'Alerts']);
  await expect.element(page.getByText('3 more that you don’t have access to')).toBeVisible();
  expect(container.querySelectorAll('path[data-lit]')).toHaveLength(14);
  await page.getByRole('button', { name: '+4 more cards' }).first().click();
  await expect.element(page.getByText('Card 7')).toBeVisible();
  await page.getByRole('button', { name: '+20 more', exact: true }).click();
  await expect.element(page.getByRole('link', { name: 'board30 en', exact: true })).toBeVisible();
  const alert = page.getByRole('link', { name: 'low en', exact: true });
  (alert.element() as HTMLElement).focus();
  // From the application through dataset, metric and dashboard to the alert, and from the dataset to the dashboard.
  await expect.poll(() => litPaths(container)).toBe(5);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.poll(() => litPaths(container)).toBeLessThan(5);
  const boxes = [...container.querySelectorAll('li[data-focus]')].map((each) => each.getBoundingClientRect());
  const overlaps = boxes.some((a) =>
    boxes.some((b) => a !== b && a.left === b.left && a.top < b.bottom && b.top < a.bottom),
  );
  expect(overlaps).toBe(false);
});

test('renders a list without curves in a narrow viewport', async () => {
  await page.viewport(390, 800);
  const { container } = await renderComponent(<LineageView lineage={lineage} />, 'zh_CN');
  expect(container.querySelectorAll('path[data-lit]')).toHaveLength(0);
  await expect.element(page.getByRole('heading', { name: '指标' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'orders 中', exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('relations are dashed, and dashboards come after their datasets even if relations form a cycle', async () => {
  await page.viewport(1280, 900);
  const relation = { en_US: 'products', zh_CN: '产品' };
  const cyclicLineage: Lineage = {
    ...lineage,
    nodes: [nodeOf('dataset', 'orders'), nodeOf('dataset', 'products'), nodeOf('dashboard', 'board')],
    edges: [
      { from: 'dataset products', to: 'dataset orders', relation },
      { from: 'dataset orders', to: 'dataset products', relation },
      { from: 'dataset orders', to: 'dashboard board', relation: null },
    ],
  };
  const { container } = await renderComponent(<LineageView lineage={cyclicLineage} />);
  expect(container.querySelectorAll('path[data-relation="true"]')).toHaveLength(2);
  await expect.element(page.getByText('Relation', { exact: true })).toBeVisible();
  expect([...container.querySelectorAll('h3')].at(-1)!.textContent).toBe('Dashboards');
});
