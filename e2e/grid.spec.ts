import { expect, test } from 'vitest';

import { useBrowser } from './browser.ts';
import { cellAt, readGrid, runSql } from './sql.ts';

const { open, ownerToken } = useBrowser();
const address = '/dashboard/explore?tab=sql';
const openGrid = async (sql: string, permissions: string[] = []) => {
  const page = await open(address, { token: await ownerToken(), locale: 'en-US', permissions });
  await runSql(page, sql);
  await page.getByRole('grid').waitFor();
  return page;
};
const people = `select * from (values ('Ada', 36, 1815), ('Grace', 85, 1906), ('Alan', 41, 1912), (null, null, 2000)) t(name, age, born)`;

test('a table is sorted by one or several headers', async () => {
  const page = await openGrid(people);
  const head = (name: string) => page.getByRole('columnheader', { name }).getByRole('button').first();
  await head('name').click();
  await expect.poll(async () => (await readGrid(page)).map(([name]) => name)).toEqual(['Ada', 'Alan', 'Grace', '-']);
  await head('age').click();
  await expect.poll(async () => (await readGrid(page)).map(([, age]) => age)).toEqual(['85', '41', '36', '-']);
  expect(await page.getByRole('columnheader', { name: 'age' }).getAttribute('aria-sort')).toBe('descending');
  await head('name').click({ modifiers: ['Shift'] });
  await page.getByRole('columnheader', { name: 'name' }).getByText('2').waitFor();
});

test('a click anywhere on a header sorts', async () => {
  const page = await openGrid(people);
  const head = page.getByRole('columnheader', { name: 'born' });
  const { height } = (await head.boundingBox())!;
  await head.click({ position: { x: 3, y: 3 } });
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
  await head.click({ position: { x: 12, y: height - 3 } });
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
});

test('cells are selected by keyboard and copied exactly', async () => {
  const page = await openGrid(`select 1234567.891 as a, 'two\twords' as b union all select null, 'x'`, [
    'clipboard-read',
    'clipboard-write',
  ]);
  await cellAt(page, 0, 0).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('Cells: 4').waitFor();
  await page.keyboard.press('ControlOrMeta+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe('1234567.891\t"two\twords"\n\tx');
});

test('the keyboard reaches every cell and header, and screen readers get their position', async () => {
  const page = await openGrid('select i as n, i * i as square from range(5000) t(i)');
  const grid = page.getByRole('grid');
  expect(await grid.getAttribute('aria-rowcount')).toBe('5001');
  expect(await grid.getAttribute('aria-colcount')).toBe('2');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+End');
  const active = () =>
    grid.evaluate((box) => {
      const cell = document.getElementById(box.getAttribute('aria-activedescendant') ?? '');
      return [cell?.textContent, cell?.parentElement?.getAttribute('aria-rowindex')];
    });
  await expect.poll(active).toEqual(['24,990,001', '5001']);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowUp');
  await expect.poll(active).toEqual(['n', '1']);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await readGrid(page))[0]?.[0]).toBe('4,999');
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('menuitem', { name: 'Pin left' }).waitFor();
});

test('columns are resized, fitted and pinned', async () => {
  // Wider than the page: otherwise the remaining width is shared among the columns.
  const others = Array.from({ length: 8 }, (_, index) => `repeat('wide ', 40) as other_${index}`);
  const page = await openGrid(`select repeat('long ', 40) as words, 1 as n, ${others.join(', ')}`);
  const width = () => cellAt(page, 0, 0).evaluate((cell) => cell.getBoundingClientRect().width);
  const before = await width();
  const edge = page.getByRole('columnheader', { name: 'words' }).locator('span[aria-hidden]').last();
  const box = (await edge.boundingBox())!;
  await page.mouse.move(box.x + 4, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x - 96, box.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(before - 100);
  await edge.dblclick();
  await expect.poll(width).toBeGreaterThan(before);
  await page.getByRole('columnheader', { name: 'n', exact: true }).hover();
  await page.getByRole('button', { name: 'Options for n' }).click();
  await page.getByRole('menuitem', { name: 'Pin left' }).click();
  await expect.poll(async () => (await readGrid(page))[0]?.[0]).toBe('1');
});

test('cells are coloured by a rule, and the URL keeps it', async () => {
  const page = await openGrid('select i as n from range(5) t(i)');
  await page.getByRole('columnheader', { name: 'n' }).hover();
  await page.getByRole('button', { name: 'Options for n' }).click();
  await page.getByRole('menuitem', { name: 'Color by rule' }).click();
  await page.getByRole('spinbutton', { name: 'Value' }).fill('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.locator('[role=gridcell] i').count()).toBe(2);
  await page.reload();
  await expect.poll(() => page.locator('[role=gridcell] i').count()).toBe(2);
});

test('a long result is loaded completely on demand, and its end can be reached', async () => {
  const page = await openGrid(`select i as n, 'row ' || i as name from range(60000) t(i)`);
  await page.getByText('First 10,000 rows; there are more').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('Rows: 60,000').last().waitFor();
  await page.getByRole('grid').evaluate((box) => {
    box.scrollTop = box.scrollHeight;
  });
  await page.getByRole('gridcell', { name: 'row 59999' }).waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(80);
});

test('scripts in cells and headers are text', async () => {
  const page = await openGrid(`select '<img src=x onerror=alert(1)>' as "<b>head</b>"`);
  await page.getByRole('gridcell', { name: '<img src=x onerror=alert(1)>' }).waitFor();
  await page.getByRole('columnheader', { name: '<b>head</b>' }).waitFor();
});
