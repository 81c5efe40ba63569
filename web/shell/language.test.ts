import { expect, test } from 'vitest';

import { languageCodes } from '#domain/language.ts';
import { initialLanguage, languageOptions } from './language-options.ts';

test('S25 an English browser starts in English, any other in Chinese', () => {
  for (const browser of ['en', 'en-US', 'en-GB', 'EN-au']) expect(initialLanguage(null, browser)).toBe('en_US');
  for (const browser of ['zh-CN', 'zh-TW', 'fr', 'de-EN', 'enm', ''])
    expect(initialLanguage(null, browser)).toBe('zh_CN');
});

test('S26 a stored language wins over the browser’s', () => {
  expect(initialLanguage('zh_CN', 'en-US')).toBe('zh_CN');
  expect(initialLanguage('en_US', 'zh-CN')).toBe('en_US');
});

test('S26 a stored value that is not one of our languages is ignored', () => {
  for (const stored of ['', 'fr_FR', 'en', '__proto__']) expect(initialLanguage(stored, 'en')).toBe('en_US');
});

test('S28 there is one option for each language of the contract', () => {
  expect(languageOptions.map(({ value }) => value)).toEqual(languageCodes);
});
