import { expect, test } from 'vitest';

import { detailWords } from './acts.ts';

test('what an act tells of itself leaves out what nobody filled in', () => {
  const details = { days: null, name: '', most: 5 };
  expect(detailWords(details, 'en_US')).not.toContain('Name');
  expect(detailWords(details, 'zh_CN').split('，')).toHaveLength(2);
});
