import type { Language } from '#contract/language.ts';

export type GuidePage = { slug: string; title: string; headings: { id: string; text: string }[]; html: string };

// Markdown of our own, made into HTML when the pages are built (scripts/guide.ts). Only one's own language is fetched.
const loaders: Record<Language, () => Promise<{ default: GuidePage[] }>> = {
  en_US: () => import('virtual:guide/en_US'),
  zh_CN: () => import('virtual:guide/zh_CN'),
};

const loaded = new Map<Language, Promise<GuidePage[]>>();

/** All pages in their order; the first is where help begins. */
export function loadGuide(language: Language): Promise<GuidePage[]> {
  const pages = loaded.get(language) ?? loaders[language]().then((module) => module.default);
  loaded.set(language, pages);
  return pages;
}
