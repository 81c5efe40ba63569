import { expect, test } from 'vitest';

import { csvLinesOf } from './csv.ts';

test('formula cells and headers are defused, numbers stay numbers', () => {
  expect(
    csvLinesOf([
      ['=cmd', 'b'],
      ['-1.5', '+8%'],
      ['@x', '\t=1'],
      ['-x', 'a,"b"'],
    ]),
  ).toBe(`'=cmd,b\r\n-1.5,+8%\r\n'@x,"'\t'=1"\r\n'-x,"a,""b"""\r\n`);
});
