import { expect, test } from 'vitest';

import { csvOf } from './csv.ts';

test('formula cells and headers are defused, numbers stay numbers', () => {
  expect(
    csvOf([
      ['=cmd', 'b'],
      ['-1.5', '+8%'],
      ['@x', '\t=1'],
      ['-x', 'a,"b"'],
    ]),
  ).toBe(`\uFEFF'=cmd,b\r\n-1.5,+8%\r\n'@x,"'\t'=1"\r\n'-x,"a,""b"""\r\n`);
});
