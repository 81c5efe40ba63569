import { Marked } from 'marked';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pinyin } from 'pinyin-pro';
import type { Plugin } from 'vite';

const languages = ['en_US', 'zh_CN'] as const;
type GuideLanguage = (typeof languages)[number];
type GuideHeading = { id: string; text: string };

const folder = path.resolve('docs/guide');
const slugs = JSON.parse(readFileSync(path.join(folder, 'pages.json'), 'utf8')) as string[];

/** Anchor of a heading, from its English text, so that links are the same in both languages. */
const idOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const fileOf = (language: GuideLanguage, slug: string) => path.join(folder, language, `${slug}.md`);

function readSource(language: GuideLanguage, slug: string): { title: string; body: string } {
  const [, title = '', body = ''] = /^# (.+)\n([\s\S]*)$/.exec(readFileSync(fileOf(language, slug), 'utf8')) ?? [];
  return { title, body };
}

const headingsIn = (body: string) =>
  [...body.matchAll(/^## (.+)$/gm)].map((match) => match[1]!.replaceAll(/[`*]/g, ''));

function listHeadings(language: GuideLanguage, slug: string): GuideHeading[] {
  const ids = headingsIn(readSource('en_US', slug).body).map(idOf);
  return headingsIn(readSource(language, slug).body).map((text, number) => ({ id: ids[number] ?? '', text }));
}

/** A page of the guide as HTML, with headings that can be linked to. */
function pageOf(language: GuideLanguage, slug: string) {
  const { title, body } = readSource(language, slug);
  const headings = listHeadings(language, slug);
  let number = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const { id } = (depth === 2 && headings[number++]) || { id: '' };
        return id ? `<h2 id="${id}"><a href="#${id}">${inner}</a></h2>\n` : `<h${depth}>${inner}</h${depth}>\n`;
      },
    },
  });
  return { slug, title, headings, html: marked.parse(body, { async: false }) };
}

/** The pages in a language, as a module; images become build assets. */
function guideModule(language: GuideLanguage): string {
  const pages = slugs.map((slug) => pageOf(language, slug));
  const pictures = [
    ...new Set([...JSON.stringify(pages).matchAll(/src=\\"(\.\.[^"\\]+)\\"/g)].map((match) => match[1]!)),
  ];
  const imports = pictures.map((source, number) => {
    const file = path.resolve(folder, language, source);
    if (!existsSync(file)) throw new Error(`The guide shows ${file}, which does not exist.`);
    return `import p${number} from ${JSON.stringify(`${file}?url`)};\n`;
  });
  const text = pictures.reduce(
    (code, source, number) => code.replaceAll(`src=\\"${source}\\"`, `src=\\"" + p${number} + "\\" loading=\\"lazy\\"`),
    JSON.stringify(pages),
  );
  return `${imports.join('')}export default ${text};`;
}

/** Titles and headings in both languages, for search. */
function listOutline() {
  const both = <T>(make: (language: GuideLanguage) => T) => ({ en_US: make('en_US'), zh_CN: make('zh_CN') });
  return slugs.map((slug) => {
    const chinese = listHeadings('zh_CN', slug);
    return {
      slug,
      title: both((language) => readSource(language, slug).title),
      headings: listHeadings('en_US', slug).map(({ id, text }, number) => ({
        id,
        text: { en_US: text, zh_CN: chinese[number]?.text ?? text },
      })),
    };
  });
}

/** Pinyin readings of each Chinese character in a text, so that browsers need no dictionary. */
function readingsModule(text: string): string {
  const characters = [...new Set(text.match(/[\u3400-\u9fff]/g))].sort();
  const lines = characters.map((character) => {
    const readings = pinyin(character, { toneType: 'none', type: 'array', multiple: true, v: true });
    return character + [...new Set(readings)].join(',');
  });
  return `export default ${JSON.stringify(lines.join(' '))};`;
}

const commands = path.resolve('web/layouts/command-words.json');

const modules: Record<string, () => string> = {
  'virtual:guide/en_US': () => guideModule('en_US'),
  'virtual:guide/zh_CN': () => guideModule('zh_CN'),
  'virtual:outline': () => `export default ${JSON.stringify(listOutline())};`,
  'virtual:readings': () => readingsModule(JSON.stringify(listOutline()) + readFileSync(commands, 'utf8')),
};

/** Vite plugin: builds the guide and its search index as virtual modules. */
export const guide: Plugin = {
  name: 'guide',
  enforce: 'pre',
  resolveId: (id) => (id in modules ? `\0${id}` : undefined),
  load: (id) => modules[id.slice(1)]?.(),
};
