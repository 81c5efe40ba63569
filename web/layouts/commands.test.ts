import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import commandWords from './command-words.json' with { type: 'json' };

const textsIn = (language: string) => JSON.parse(readFileSync(`web/public/assets/i18n/${language}.json`, 'utf8'));
const find = (texts: object, key: string) =>
  key.split('.').reduce((part, name) => (part as Record<string, object>)[name]!, texts) as unknown as string;

const source = readFileSync('web/layouts/commands.ts', 'utf8');
const places = [...source.matchAll(/to: '([^']+)', text: '([^']+)'/g)].map((match) => [match[1]!, match[2]!] as const);

test('a page is found by its name in both languages, whichever is selected', () => {
  expect(places.length).toBeGreaterThan(10);
  for (const language of ['en_US', 'zh_CN'])
    for (const [to, key] of places) {
      const words = commandWords[to as keyof typeof commandWords].toLowerCase().split('|');
      expect([to, words]).toEqual([to, expect.arrayContaining([find(textsIn(language), key).toLowerCase()])]);
    }
});
