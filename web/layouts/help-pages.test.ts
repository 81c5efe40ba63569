import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

import pages from '../../docs/guide/pages.json' with { type: 'json' };
import { helpFor, helpPages } from './help-pages.ts';

const id = '11111111-2222-3333-4444-555555555555';

test('every page of the product has its help page', () => {
  const fits = (address: string) => helpFor(address).replace('/help/', '');
  expect(fits('/dashboard')).toBe('dashboards');
  expect(fits(`/dashboard/${id}`)).toBe('dashboards');
  expect(fits(`/dashboard/${id}?tab=t1&mode=edit`)).toBe('building');
  expect(fits('/dashboard/explore?dataset=x')).toBe('explore');
  expect(fits('/dashboard/explore?tab=sql')).toBe('sql');
  expect(fits('/application')).toBe('data');
  expect(fits('/application/upload')).toBe('data');
  expect(fits(`/application/${id}/keys`)).toBe('push');
  expect(fits(`/application/${id}/datasets/${id}`)).toBe('data');
  expect(fits(`/dashboard/alerts/${id}`)).toBe('alerts');
  expect(fits('/account/channels')).toBe('alerts');
  expect(fits('/account/security')).toBe('accounts');
  expect(fits('/account/members')).toBe('administration');
});

test('every help page exists in both languages', () => {
  for (const [, page] of helpPages) expect(pages).toContain(page);
  for (const page of pages)
    for (const language of ['en_US', 'zh_CN']) expect(existsSync(`docs/guide/${language}/${page}.md`)).toBe(true);
});
