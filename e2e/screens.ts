import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import type { Account } from './accounts.ts';

/** Screens open to everyone. */
export const publicScreens = [
  '/auth/signin',
  '/auth/signup',
  '/auth/forgot',
  '/auth/reset',
  '/auth/letters',
  '/auth/letters?file',
  '/auth/oidc',
  '/about',
  '/help',
  '/help/accounts',
  '/help/administration',
];

/** Screens for signed-in members; the last ones are for the owner only. */
export const memberScreens = [
  '/index',
  '/changelog',
  '/dashboard',
  '/dashboard/reports',
  '/dashboard/nothing/here',
  '/application',
  '/application/trash',
  '/application/upload',
  '/application/connect',
  '/application/web',
  '/account/profile',
  '/account/security',
  '/account/preferences',
  '/account/keys',
  '/account/links',
  '/account/members',
  '/account/audit',
  '/account/storage',
];

/** Waits until the heading is there and nothing has been fetched for half a second. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  // Not network idle: the event stream of a live page never ends.
  await page.waitForFunction(async () => {
    const count = () => performance.getEntriesByType('resource').length;
    const before = count();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return count() === before && !document.querySelector('[aria-busy=true]');
  });
}

/** Waits until no table, spinner or placeholder is loading. */
export async function waitForContent(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => {
    const tables = [...document.querySelectorAll('.ant-table-wrapper')];
    // A loaded table without rows shows a placeholder.
    const loadedSelector = '.ant-table-row, .ant-table-wrapper:not(:has(.ant-spin-spinning)) .ant-table-placeholder';
    const isWaiting = tables.some((table) => !table.parentElement!.querySelector(loadedSelector));
    return !isWaiting && !document.querySelector('[role=status][aria-label]');
  });
}

/** Fills in the fields of an auth form by name, and submits it. */
export async function submit(page: Page, values: Partial<Account> & { identifier?: string }): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
  await page.locator('form [type=submit]').click();
}

/** By how many pixels the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

export async function expectHeading(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator('h1').first().textContent()).toBe(text);
}

/** The row of the newest member on the members page. */
export async function findNewestMember(page: Page, email: string): Promise<Locator> {
  const table = page.locator('.ant-table-wrapper').first();
  await table.locator('.ant-table-row').first().waitFor();
  const lastPage = table.locator('.ant-pagination-item').last();
  if ((await lastPage.count()) > 0) await lastPage.click();
  return table.getByRole('row', { name: email });
}
