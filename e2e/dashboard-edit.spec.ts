import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Card, cardsOf, type Dashboard } from '#domain/dashboard/dashboard.ts';
import type { SavedDashboard } from '#contract/dashboards/routes.ts';
import { createClient } from '#server/testing/client.ts';
import { dashboardOf, createDashboard, textCard } from '#server/testing/dashboards.ts';
import { createInvitation, newAccount } from './accounts.ts';
import { useBrowser, type Visit } from './browser.ts';
import { cardOf as chartOf, countOf, findDataset } from './dashboards.ts';
import { type RunningProduct, startWithSample } from './product.ts';

const { open } = useBrowser();
let product: RunningProduct;
let token: string;

beforeAll(async () => {
  const sample = await startWithSample();
  [product, token] = [sample, sample.token];
});
afterAll(() => product?.stop());

const visit = (rest: Visit = {}): Visit => ({ at: product.url, token, locale: 'en-US', ...rest });
const make = (title: string, cards: Card[] = []) =>
  createDashboard(createClient(product.url), token, dashboardOf(title, cards));

async function load(id: string): Promise<SavedDashboard> {
  return (await createClient(product.url).call('GET /dashboards/:id', { id }, { token })).body;
}
const draftOf = async (id: string): Promise<Dashboard | undefined> => (await load(id)).draft?.dashboard;
const placesOf = async (id: string) =>
  Object.fromEntries(cardsOf((await draftOf(id))!).map(({ id: card, place }) => [card, place]));

async function edit(id: string): Promise<Page> {
  const page = await open(`/dashboard/${id}?mode=edit`, visit());
  await page.getByRole('button', { name: 'Publish' }).waitFor();
  return page;
}
const cardOf = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const panel = (page: Page) => page.getByRole('complementary');
const saved = (page: Page) => page.getByText('Draft saved').waitFor();

async function add(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}

/** Another editor; returns their token. */
async function createEditor(name: string): Promise<string> {
  const link = new URL(await createInvitation(product.url, 'editor'), product.url);
  const input = { ...newAccount(name), invitation: link.searchParams.get('invitation')! };
  return (await createClient(product.url).call('POST /auth/signup', input)).body.token;
}

const at = (card: Card, x: number, y: number): Card => ({ ...card, place: { x, y, width: 6, height: 4 } });

/** Drags from the middle of an element by an offset in pixels. */
async function drag(page: Page, selector: ReturnType<Page['locator']>, by: { x: number; y: number }): Promise<void> {
  const box = (await selector.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 4 });
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  await page.mouse.up();
}

/** Returns a counter of chart renders, counted by DOM changes. */
async function watchRenders(card: ReturnType<Page['locator']>): Promise<() => Promise<number>> {
  const picture = card.locator('[role=img]', { has: card.page().locator('canvas') });
  await picture.waitFor({ state: 'attached' });
  const count = await picture.evaluateHandle((element) => {
    const drawings = { count: 0 };
    new MutationObserver(() => (drawings.count += 1)).observe(element, { childList: true, subtree: true });
    return drawings;
  });
  return () => count.evaluate(({ count: drawings }) => drawings);
}

test('a dashboard is built from scratch by mouse and published', async () => {
  const { id } = await make('From nothing');
  const page = await edit(id);
  await add(page, 'Chart from builder');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Orders/ })
    .click();
  const chart = cardOf(page, 'Sum of amount by month');
  await chart.getByRole('img').waitFor({ state: 'attached' });
  // The chart kind follows the query.
  await panel(page).getByRole('button', { name: 'Remove: Month of ordered at' }).click();
  await panel(page).getByRole('button', { name: 'Number' }).waitFor();
  await panel(page).getByRole('textbox', { name: 'Title: English' }).fill('Turnover');
  await add(page, 'Text');
  await panel(page).getByRole('textbox', { name: 'Text: English' }).fill('All **orders**.');
  await panel(page).getByRole('button', { name: 'Close' }).click();
  const text = cardOf(page, 'Text');
  const before = (await text.boundingBox())!;
  await drag(page, text.locator('header h2'), { x: -before.x, y: 330 });
  await expect.poll(async () => (await text.boundingBox())!.y).toBeGreaterThan(before.y);
  await drag(page, page.locator('.react-grid-item', { has: text }).locator('.react-resizable-handle-se'), {
    x: 200,
    y: 0,
  });
  await expect.poll(async () => (await text.boundingBox())!.width).toBeGreaterThan(before.width + 50);
  await page.getByRole('button', { name: 'Add control' }).click();
  await panel(page).getByRole('combobox', { name: 'Column' }).selectOption('Province');
  await page.keyboard.press('Control+s');
  await page.getByText('Published.').waitFor();
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'Turnover' }).waitFor();
  await page.getByText('orders', { exact: true }).waitFor();
  const { version, dashboard, draft } = await load(id);
  expect([version, draft, dashboard.controls.map(({ label }) => label.en_US)]).toEqual([2, null, ['Province']]);
});

test('cards are moved and resized by keyboard, and every step can be undone and redone', async () => {
  const orders = await findDataset(product.url, token, 'orders');
  const place = { x: 6, y: 0, width: 6, height: 6 };
  const chart = chartOf({ id: 'c', title: 'Third', kind: 'bar', place }, countOf(orders, 'channel'));
  const { id } = await make('By keys', [at(textCard('a', 'First'), 0, 0), at(textCard('b', 'Second'), 0, 4), chart]);
  const page = await edit(id);
  const countRenders = await watchRenders(page.locator('[data-card=c]'));
  const card = page.locator('[data-card=b]');
  await card.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => page.getByRole('status').allTextContents()).toContain('Column 1, row 1; 7 wide, 5 high.');
  await page.keyboard.press('Enter');
  await saved(page);
  const movedPlaces = await placesOf(id);
  expect(movedPlaces['b']).toEqual({ x: 0, y: 0, width: 7, height: 5 });
  expect(movedPlaces['a']!.y).toBe(5);
  // The chart was moved without being rendered again.
  expect(movedPlaces['c']!.y).toBe(5);
  expect(await countRenders()).toBe(0);
  await page.keyboard.press('Delete');
  await expect.poll(() => page.locator('[data-card]').count()).toBe(2);
  await page.keyboard.press('Control+z');
  await expect.poll(() => page.locator('[data-card]').count()).toBe(3);
  await page.keyboard.press('Control+z');
  await page.getByText('No changes to publish').waitFor();
  await page.keyboard.press('Control+Shift+z');
  await saved(page);
  await expect.poll(() => placesOf(id)).toEqual(movedPlaces);
});

test('a draft survives a closed page, and is continued or discarded', async () => {
  const { id } = await make('Kept', [textCard('a', 'First')]);
  const page = await edit(id);
  await page.getByRole('button', { name: 'Title, time and refresh' }).click();
  await panel(page).getByRole('textbox', { name: 'Title: English' }).fill('Kept safe');
  await saved(page);
  // The latest change is sent while the page unloads.
  await panel(page).getByRole('textbox', { name: 'Title: English' }).fill('Kept safely');
  await page.goto('about:blank');
  await expect.poll(async () => (await draftOf(id))?.title.en_US).toBe('Kept safely');
  const reopened = await edit(id);
  await reopened.getByText('You have an unpublished draft from').waitFor();
  await reopened.getByRole('heading', { name: 'Kept safely' }).waitFor();
  await reopened.getByRole('button', { name: 'Discard' }).click();
  await reopened.getByRole('heading', { name: 'Kept', exact: true }).waitFor();
  await expect.poll(() => draftOf(id)).toBeUndefined();
});

test('when two editors publish, the second sees both versions and keeps both', async () => {
  const created = await make('Shared', [textCard('a', 'First')]);
  const { id } = created;
  const other = await createEditor('Mei');
  const page = await edit(id);
  await page.getByRole('button', { name: 'Title, time and refresh' }).click();
  await panel(page).getByRole('textbox', { name: 'Title: English' }).fill('Mine');
  await saved(page);
  const theirs = { ...created.dashboard, title: { en_US: 'Theirs', zh_CN: '' } };
  await createClient(product.url).call('PUT /dashboards/:id', { id, base: 1, dashboard: theirs }, { token: other });
  await page.getByText('Mei published a newer version while you were editing').waitFor();
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Also changed: title.').waitFor();
  await dialog.getByRole('button', { name: 'Keep both: save mine as a copy' }).click();
  await page.getByRole('heading', { name: 'Mine (2)' }).waitFor();
  expect((await load(id)).dashboard.title.en_US).toBe('Theirs');
  expect((await load(id)).draft).toBeNull();
});

test('one card of an older version is restored', async () => {
  const created = await make('Long ago', [textCard('a', 'As it was'), textCard('b', 'Other', 2)]);
  const { id } = created;
  const tabs = created.dashboard.tabs.map((tab) => ({ ...tab, cards: [textCard('a', 'As it is')] }));
  await createClient(product.url).call(
    'PUT /dashboards/:id',
    { id, base: 1, dashboard: { ...created.dashboard, tabs } },
    { token },
  );
  const page = await edit(id);
  await page.getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The two versions are identical.').waitFor();
  await dialog.getByRole('button', { name: /Version 1/ }).click();
  await dialog.getByText('Cards changed: 2.').waitFor();
  const old = dialog.getByRole('region', { name: 'Version 1' });
  await old.locator('[data-change=changed]').getByRole('button', { name: 'Restore' }).click();
  await dialog.getByText('Cards changed: 1.').waitFor();
  await expect
    .poll(async () => cardsOf((await draftOf(id))!).map((card) => card.kind === 'text' && card.text.en_US))
    .toEqual(['As it was']);
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect.poll(async () => cardsOf((await draftOf(id))!).length).toBe(2);
});

const scripts = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '[click](javascript:alert(1))',
  '<svg/onload=alert(1)>',
];

test('a text card has live numbers, and markup is displayed as text', async () => {
  const { id } = await make('Words');
  const page = await edit(id);
  await add(page, 'Text');
  const english = panel(page).getByRole('textbox', { name: 'Text: English' });
  await panel(page).getByRole('textbox', { name: 'Title: English' }).fill(scripts[0]!);
  await english.fill('x'.repeat(19_000));
  await panel(page).getByText('19,000 of 20,000 characters').waitFor();
  await english.fill(`${scripts.join('\n\n')}\n\nOrders: `);
  await panel(page).getByRole('button', { name: 'Insert number' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Dataset' }).selectOption('Orders');
  await dialog.getByRole('combobox', { name: 'Measure' }).selectOption('Number of rows');
  await dialog.getByRole('button', { name: 'Insert' }).click();
  expect(await english.inputValue()).toContain('Orders: {{n1}}');
  const card = cardOf(page, scripts[0]!);
  await card.getByText(/Orders: 1\d\d\.\d+K/).waitFor();
  const text = await card.textContent();
  for (const script of [scripts[0]!, scripts[1]!, scripts[3]!]) expect(text).toContain(script);
  expect(await page.locator('img[src="x"], [onerror], [onload], a[href^="javascript"]').count()).toBe(0);
});

test('a query in explore is saved as a card of a new dashboard', async () => {
  const page = await open('/dashboard/explore', visit());
  await page.getByRole('link', { name: /Orders/ }).click();
  await page.getByText(/rows \(.* read\)/).waitFor();
  await page.getByRole('button', { name: 'Add to dashboard' }).click();
  await page.getByRole('textbox', { name: 'Title of the new dashboard' }).fill('From a question');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'From a question' }).waitFor();
  await page.getByRole('heading', { name: 'Sum of amount by month' }).waitFor();
});
