import { expect, test } from 'vitest';

import { adviceOf } from './failure-advice.ts';

test('failures have advice by code, else by area, else none', () => {
  expect(adviceOf('name_taken')).toBe('rename');
  expect(adviceOf('connection_refused')).toBe('connection');
  expect(adviceOf('disk_full')).toBeUndefined();
});
