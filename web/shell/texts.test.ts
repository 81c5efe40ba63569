import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import i18next from 'i18next';
import { expect, test } from 'vitest';

import { languageCodes } from '#domain/language.ts';

type NestedTexts = { [key: string]: string | NestedTexts };

const web = path.resolve(import.meta.dirname, '..');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test\.tsx?|d\.ts)$/.test(name))
  .map((name) => ({ name, text: readFileSync(path.join(web, name), 'utf8') }));

/** Texts that are the same in both languages, and why. */
const sameOnPurpose: Record<string, string> = {
  'common.brand': 'the brand is one word everywhere',
};

/** Counted texts whose number is never 1, and why. */
const neverOne: Record<string, string> = {
  'auth.rules.password': 'a limit',
  'share.passwordRule': 'a limit',
  'dashboard.edit.textLength': 'a limit',
  'dashboard.edit.textTooLong': 'a limit',
  'sql.tooLong': 'a text beyond a limit',
  'dashboard.view.rowsSome': 'the rows of a full page',
  'dataset.first': 'the rows of a preview that is cut off',
  'grid.rowsOfMore': 'the rows of a full page',
  'account.links.cut': 'the links of a full page',
  'storage.rowCount': 'a limit',
  'dashboard.edit.seconds': 'the shortest interval is longer',
  'alerts.every': 'the shortest interval is longer',
  'extracts.everyMinutes': 'the shortest interval is longer',
  'account.keys.days': 'the shortest lifetime is longer',
  'audit.days': 'the shortest retention is longer',
  'explore.binCount': 'the smallest choice is larger',
  'explore.footing': 'explore.footingOne',
  'share.days': 'share.day',
  'alerts.would': 'alerts.wouldOnce',
  'alerts.wouldOnce': 'the days of a backtest',
  'alerts.wouldNot': 'the days of a backtest',
  'relations.duplicate': 'the rows of a duplicate',
};

/** Chinese in the source: the brand and the names of languages. */
const chineseOnPurpose = /数据|简体中文/g;

function flatten(texts: NestedTexts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  );
}

const [chinese, english] = languageCodes.map((language) => {
  const file = path.join(web, `public/assets/i18n/${language}.json`);
  return new Map(flatten(JSON.parse(readFileSync(file, 'utf8'))));
}) as [Map<string, string>, Map<string, string>];

const variablesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!).sort();

const sections = new Set([...chinese.keys()].map((key) => key.split('.')[0]));
const isStorageKey = (text: string) => text === 'auth.user.token';
const isKey = (text: string) => /^\w+(\.\w+)+$/.test(text) && sections.has(text.split('.')[0]) && !isStorageKey(text);

/** Keys that are in the source as whole strings: in t('…'), or looked up later. */
const literalKeys = new Set(
  sources.flatMap(({ text }) => [...text.matchAll(/'([\w.]+)'/g)].map((match) => match[1]!)).filter(isKey),
);

/** Keys composed in the source: t(`roles.${role}Text`) matches any key of that pattern. */
const keyPatterns = sources.flatMap(({ text }) =>
  [...text.matchAll(/\bt\(\s*`([^`]+)`/g)].map(
    (match) => new RegExp(`^${match[1]!.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '\\w+')}$`),
  ),
);

const isUsed = (key: string) => literalKeys.has(key) || keyPatterns.some((pattern) => pattern.test(key));

test('both languages have the same keys', () => {
  // Only English has singular forms.
  const keys = [...english.keys()].filter((key) => !key.endsWith('_one'));
  expect([...chinese.keys()].sort()).toEqual(keys.sort());
});

const countedNouns =
  'bins cards characters columns dashboards datasets days decreases events files increases links minutes rows seconds times';
const counted = new RegExp(`\\{\\{\\w+\\}\\} (?:\\w+ )?(?:${countedNouns.replaceAll(' ', '|')})\\b`);

test('a counted English text has a singular form, which gets its count', () => {
  const plural = [...english].filter(([key, text]) => !key.endsWith('_one') && counted.test(text)).map(([key]) => key);
  expect(plural.filter((key) => !english.has(`${key}_one`) && !(key in neverOne))).toEqual([]);
  const singular = [...english.keys()].filter((key) => key.endsWith('_one')).map((key) => key.slice(0, -'_one'.length));
  expect(singular.filter((key) => !english.has(key))).toEqual([]);
  // Without a number as `count`, i18next takes the plural form.
  const uncounted = sources.flatMap(({ name, text }) =>
    singular
      .filter((key) => text.includes(`t('${key}'`))
      .filter((key) => !/\bcount\b|, counts/.test(text.slice(text.indexOf(`t('${key}'`)).slice(0, 250)))
      .map((key) => `${name}: ${key}`),
  );
  expect(uncounted).toEqual([]);
});

test('i18next takes the singular form for one', async () => {
  const texts = i18next.createInstance();
  const resources = { en_US: { translation: { cards: '{{count}} cards', cards_one: '{{count}} card' } } };
  await texts.init({ lng: 'en_US', load: 'currentOnly', resources, nsSeparator: false });
  expect([0, 1, 2].map((count) => texts.t('cards', { count }))).toEqual(['0 cards', '1 card', '2 cards']);
});

test('no text is empty', () => {
  const empty = [...chinese, ...english].filter(([, text]) => !text.trim());
  expect(empty).toEqual([]);
});

test('every key that the source uses exists', () => {
  expect([...literalKeys].filter((key) => !chinese.has(key))).toEqual([]);
  const dangling = keyPatterns.filter((pattern) => ![...chinese.keys()].some((key) => pattern.test(key)));
  expect(dangling).toEqual([]);
});

test('every key is used by the source', () => {
  expect([...chinese.keys()].filter((key) => !isUsed(key))).toEqual([]);
});

test('no text is equal in both languages without a reason', () => {
  const equal = [...chinese].filter(([key, text]) => english.get(key) === text).map(([key]) => key);
  expect(equal).toEqual(Object.keys(sameOnPurpose));
});

test('a text takes the same variables in both languages', () => {
  const differing = [...chinese].filter(
    ([key, text]) => variablesOf(text).join() !== variablesOf(english.get(key) ?? '').join(),
  );
  expect(differing).toEqual([]);
});

test('English texts are free of Chinese but for the brand, and Chinese texts have some', () => {
  const mixed = [...english].filter(([, text]) =>
    /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/.test(text.replaceAll(/数据/g, '')),
  );
  expect(mixed).toEqual([]);
  const untranslated = [...chinese].filter(([, text]) => !/[\u3400-\u9fff\uff00-\uffef]/.test(text));
  expect(untranslated).toEqual([]);
});

test('no Chinese is hard-coded in the source', () => {
  const hits = sources.flatMap(({ name, text }) =>
    [...text.replaceAll(chineseOnPurpose, '').matchAll(/[\u3400-\u9fff]+/g)].map((match) => `${name}: ${match[0]}`),
  );
  expect(hits).toEqual([]);
});

test('no words are hard-coded in the markup', () => {
  const inMarkup = /<(?!code\b)(\w+)[^<>]*(?<!=)>\s*([A-Z][a-z]+(?:\s[\w,.!?’]+)*)\s*<\//g;
  const inAttributes = /\b(?:title|label|placeholder|alt|aria-label|text|lead)="([^"]*[A-Za-z]{2}[^"]*)"/g;
  const hits = sources
    .filter(({ name }) => name.endsWith('.tsx'))
    .flatMap(({ name, text }) =>
      [...text.matchAll(inMarkup), ...text.matchAll(inAttributes)].map((match) => `${name}: ${match[0]}`),
    )
    // The logo has the brand in both scripts.
    .filter((each) => !each.includes('aria-label="数据 Shuju"'));
  expect(hits).toEqual([]);
});
