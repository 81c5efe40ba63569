import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

import pages from '../../docs/guide/pages.json' with { type: 'json' };
import { helpFor, helpPages } from './help-pages.ts';

const id = '11111111-2222-3333-4444-555555555555';

test('every page of the product has its help page', () => {
  const pageFor = (address: string) => helpFor(address).replace('/help/', '');
  expect(pageFor('/dashboard')).toBe('dashboards');
  expect(pageFor(`/dashboard/${id}`)).toBe('dashboards');
  expect(pageFor(`/dashboard/${id}?tab=t1&mode=edit`)).toBe('building');
  expect(pageFor('/dashboard/explore?dataset=x')).toBe('explore');
  expect(pageFor('/dashboard/explore?tab=sql')).toBe('sql');
  expect(pageFor('/application')).toBe('data');
  expect(pageFor('/application/upload')).toBe('data');
  expect(pageFor(`/application/${id}/keys`)).toBe('push');
  expect(pageFor(`/application/${id}/datasets/${id}`)).toBe('data');
  expect(pageFor(`/dashboard/alerts/${id}`)).toBe('alerts');
  expect(pageFor('/account/channels')).toBe('alerts');
  expect(pageFor('/account/security')).toBe('accounts');
  expect(pageFor('/account/members')).toBe('administration');
});

test('every help page exists in both languages', () => {
  for (const [, page] of helpPages) expect(pages).toContain(page);
  for (const page of pages)
    for (const language of ['en_US', 'zh_CN']) expect(existsSync(`docs/guide/${language}/${page}.md`)).toBe(true);
});
