import { expect, test } from 'vitest';

import { detailWords } from './audit.ts';

test('details of an action leave out empty fields', () => {
  const details = { days: null, name: '', maxViews: 5 };
  expect(detailWords(details, 'en_US')).not.toContain('Name');
  expect(detailWords(details, 'zh_CN').split('，')).toHaveLength(2);
});
