import type { Language } from '#contract/language.ts';

export type GuidePage = { slug: string; title: string; html: string };

// Markdown of our own, made into HTML when the pages are built (vite.config.ts).
const files = import.meta.glob<GuidePage>('../../docs/guide/*/*.md', {
  query: '?guide',
  import: 'default',
  eager: true,
});

/** The order of the pages; the first is where help begins. */
export const slugs = [
  'first-hour',
  'data',
  'push',
  'explore',
  'sql',
  'dashboards',
  'building',
  'accounts',
  'administration',
] as const;

export function listPages(language: Language): GuidePage[] {
  return slugs.map((slug) => ({ ...files[`../../docs/guide/${language}/${slug}.md`]!, slug }));
}
