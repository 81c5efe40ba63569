import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { formulaFunctions } from '#domain/formula/functions.ts';
import type { Language } from '#domain/language.ts';

test.each<Language>(['en_US', 'zh_CN'])(
  'the guide lists every function with its help and example in %s',
  (language) => {
    const guide = readFileSync(`docs/guide/${language}/formulas.md`, 'utf8');
    const listed = [...guide.matchAll(/^\| `([^`]+)` +\| (.+?) +\| `([^`]+)` +\|$/gm)].map(([, ...cells]) => cells);
    expect(listed).toEqual(
      formulaFunctions.map(({ signature, help, example }) => [signature, help[language], example]),
    );
  },
);
