import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

import { undefinedIfMissing } from './missing-file.ts';

test('a missing file is undefined; a file that cannot be read is an error', async () => {
  expect(await readFile(new URL('nothing', import.meta.url)).catch(undefinedIfMissing)).toBeUndefined();
  await expect(readFile(new URL('.', import.meta.url)).catch(undefinedIfMissing)).rejects.toThrow('EISDIR');
});
