import { expect, test } from 'vitest';

import { catalogue, messageOf } from './error-catalogue.ts';
import { type ErrorCode, Problem, undefinedIfNotFound, undefinedIfProblem, waitOf } from './errors.ts';
import { languageCodes, languageOf } from '../domain/language.ts';

test.each(Object.keys(catalogue) as ErrorCode[])(
  '%s has a message in each language, with all parameters filled in',
  (code) => {
    const params = {
      detail: 'name',
      retryAfter: 90,
      requestId: 'r-1',
      line: 7,
      column: 'city',
      value: 'x',
      limit: '9',
    };
    const [chinese, english] = languageCodes.map((language) => messageOf(code, params, language)) as [string, string];
    expect(chinese).toMatch(/\p{Script=Han}/u);
    expect(english).toMatch(/^[A-Z][ -~]+$/);
    expect(chinese + english).not.toMatch(/[{}]|undefined/);
  },
);

test('a parameter that looks like a placeholder stays as it is', () => {
  expect(messageOf('invalid_input', { detail: '{requestId} $& $1' }, 'en_US')).toContain('{requestId} $& $1');
});

test.each([
  [1, '1 second', ' 1 秒'],
  [45, '45 seconds', ' 45 秒'],
  [60, '1 minute', ' 1 分钟'],
  [61, '2 minutes', ' 2 分钟'],
  [300, '5 minutes', ' 5 分钟'],
])('a wait of %d seconds is written in words', (seconds, english, chinese) => {
  expect([waitOf(seconds, 'en_US'), waitOf(seconds, 'zh_CN')]).toEqual([english, chinese]);
});

test.each([
  [undefined, 'zh_CN'],
  ['', 'zh_CN'],
  ['zh-TW', 'zh_CN'],
  ['EN', 'en_US'],
  ['en_US', 'en_US'],
  ['en-GB,zh;q=0.5', 'en_US'],
  ['fr, en;q=0.5', 'en_US'],
  ['fr', 'zh_CN'],
  ['enormous', 'zh_CN'],
])('the language for %s is %s', (accepted, language) => {
  expect(languageOf(accepted)).toBe(language);
});

test('`undefinedIfNotFound` and `undefinedIfProblem` rethrow all other errors', async () => {
  const missing = Promise.reject(new Problem('not_found'));
  expect(await missing.catch(undefinedIfNotFound)).toBeUndefined();
  expect(await missing.catch(undefinedIfProblem)).toBeUndefined();
  const forbidden = Promise.reject(new Problem('forbidden'));
  await expect(forbidden.catch(undefinedIfNotFound)).rejects.toThrow('forbidden');
  expect(await forbidden.catch(undefinedIfProblem)).toBeUndefined();
  await expect(Promise.reject(new TypeError('bug')).catch(undefinedIfProblem)).rejects.toThrow('bug');
});
