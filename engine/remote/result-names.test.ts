import { expect, test } from 'vitest';

import { uniqueNamesOf } from './result-names.ts';

test('numbers the further columns of a name, past the names that exist', () => {
  expect(uniqueNamesOf(['a', 'b', 'a', 'a_1', 'a'])).toEqual(['a', 'b', 'a_2', 'a_1', 'a_3']);
});
