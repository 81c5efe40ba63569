import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const slugs = JSON.parse(readFileSync('docs/guide/pages.json', 'utf8')) as string[];
const read = (language: string, slug: string) => readFileSync(`docs/guide/${language}/${slug}.md`, 'utf8');
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

test.each(slugs)('%s has the same headings, pictures and links in both languages', (slug) => {
  const [english, chinese] = [read('en_US', slug), read('zh_CN', slug)];
  for (const pattern of [/^## /gm, /^### /gm, /!\[[^\]]+\]\(\.\.\/pictures\//g]) {
    expect(countOf(chinese, pattern), String(pattern)).toBe(countOf(english, pattern));
  }
  const linksOf = (text: string) => [...text.matchAll(/\]\((\/[^)]*)\)/g)].map((match) => match[1]!).toSorted();
  expect(linksOf(chinese)).toEqual(linksOf(english));
});

test.each(slugs)('links of %s within the guide resolve', (slug) => {
  const ids = (text: string) =>
    [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^a-z\d]+/g, '-')
        .replaceAll(/^-|-$/g, ''),
    );
  const pages = new Set([...slugs, 'charts', 'api']);
  for (const [, page, , heading] of read('en_US', slug).matchAll(/\]\(\/help\/([\w-]+)(#([\w-]+))?\)/g)) {
    expect(pages).toContain(page);
    if (heading && slugs.includes(page!)) expect(ids(read('en_US', page!)), `${page}#${heading}`).toContain(heading);
  }
});

/** The texts of the UI, as the values of its JSON file. */
const uiTextsOf = (language: string) =>
  [...readFileSync(`web/public/assets/i18n/${language}.json`, 'utf8').matchAll(/: ("(?:[^"\\]|\\.)*")/g)].map(
    ([, text]) => JSON.parse(text!) as string,
  );
const normalize = (text: string) => text.replaceAll('’', "'").replace(/[\s.…:：。]+$/, '');

/** Bold names that are not UI texts: columns of the sample, menus of Excel, and words of `display/`. */
const namedElsewhere: Record<string, string[]> = {
  en_US: ['The previous period', 'Orders', 'Product', 'Group', 'Customer', 'Data', 'From Web', 'Hour of day', 'empty'],
  zh_CN: ['订单', '商品', '数据', '自网站', '上期（环比）', 'i'],
};

test.each([
  ['en_US', /(?:[Cc]licks?|[Oo]pen|[Uu]nder|[Cc]hoose|[Tt]urn on) \*\*([^*\n]+)\*\*/g],
  ['zh_CN', /(?:点击|打开|选择) ?\*\*([^*\n]+)\*\*/g],
])('the guide names buttons, tabs and pages as the UI does in %s', (language, labels) => {
  const texts = uiTextsOf(language);
  const uiTexts = new Set([...texts, ...texts.map((text) => text.replace('{{count}}', '10'))].map(normalize));
  const missing = slugs.flatMap((slug) =>
    [...read(language, slug).matchAll(labels)]
      .flatMap(([, label]) => label!.split(' › '))
      .filter((label) => !uiTexts.has(normalize(label)) && !namedElsewhere[language]!.includes(label))
      .map((label) => `${slug}: ${label}`),
  );
  expect(missing).toEqual([]);
});
