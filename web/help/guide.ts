import type { Language } from '#domain/language.ts';

export type GuidePage = { slug: string; title: string; headings: { id: string; text: string }[]; html: string };

// Our own Markdown, converted to HTML at build time (scripts/guide.ts). Only the current language is loaded.
const loaders: Record<Language, () => Promise<{ default: GuidePage[] }>> = {
  en_US: () => import('virtual:guide/en_US'),
  zh_CN: () => import('virtual:guide/zh_CN'),
};

const cache = new Map<Language, Promise<GuidePage[]>>();

/** All pages in order; the first is the start page of help. */
export function loadGuide(language: Language): Promise<GuidePage[]> {
  const pages = cache.get(language) ?? loaders[language]().then((module) => module.default);
  cache.set(language, pages);
  return pages;
}
