import type { Page } from 'playwright-core';

/** Replaces what stands in the editor, as if it were pasted: nothing is completed on the way. */
export async function writeSql(page: Page, sql: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(sql);
}

export async function runSql(page: Page, sql: string): Promise<void> {
  await writeSql(page, sql);
  await page.keyboard.press('ControlOrMeta+Enter');
}

/** The texts of the cells in sight, by row; totals and heads left out. */
export function readGrid(page: Page): Promise<string[][]> {
  return page
    .locator('[role=grid] [role=row]:has([role=gridcell])')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

/** One cell in sight. */
export const cellAt = (page: Page, row: number, column: number) =>
  page.locator(`[role=grid] [data-row="${row}"] [aria-colindex="${column + 1}"]`);
