import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { releasesOf } from './releases.ts';

test('reads releases with their changes in both languages, in the order of the file', () => {
  const text =
    '# Changelog\n\nWords.\n\n## 2.0.0 - 2027-01-02\n\n- One\n  一\n- Two\n  二\n\n## 1.0.0 - 2026-01-02\n\n- Old\n  旧\n';
  expect(releasesOf(text)).toEqual([
    {
      version: '2.0.0',
      date: '2027-01-02',
      changes: [
        { en_US: 'One', zh_CN: '一' },
        { en_US: 'Two', zh_CN: '二' },
      ],
    },
    { version: '1.0.0', date: '2026-01-02', changes: [{ en_US: 'Old', zh_CN: '旧' }] },
  ]);
});

test('in the changelog of the product, every release has a date and every change has both languages', () => {
  const releases = releasesOf(readFileSync('CHANGELOG.md', 'utf8'));
  expect(releases.length).toBeGreaterThan(0);
  for (const [at, { version, date, changes }] of releases.entries()) {
    // The unreleased section is above all releases.
    if (at > 0 || version !== 'Unreleased')
      expect([version, date]).toEqual([
        expect.stringMatching(/^\d+\.\d+\.\d+$/),
        expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      ]);
    expect(changes.filter((change) => !change.en_US || !/[\u3400-\u9fff]/.test(change.zh_CN))).toEqual([]);
  }
});
