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
