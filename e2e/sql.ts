import type { Page } from 'playwright-core';

/** Replaces the text of the editor as if pasted, so that autocompletion does not interfere. */
export async function writeSql(page: Page, sql: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(sql);
}

export async function runSql(page: Page, sql: string): Promise<void> {
  await writeSql(page, sql);
  await page.keyboard.press('ControlOrMeta+Enter');
}

/** The texts of the visible cells, by row, without totals and headers. */
export function readGrid(page: Page): Promise<string[][]> {
  return page
    .locator('[role=grid] [role=row]:has([role=gridcell])')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

/** One visible cell. */
export const cellAt = (page: Page, row: number, column: number) =>
  page.locator(`[role=grid] [data-row="${row}"] [aria-colindex="${column + 1}"]`);
