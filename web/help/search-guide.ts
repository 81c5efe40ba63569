import { fold, wordsOf } from '#domain/text/text-match.ts';
import type { GuidePage } from './guide.ts';

/** The text of a page under one heading. */
export type GuideSection = { to: string; page: string; heading: string; text: string };

export function sectionsOf(pages: GuidePage[]): GuideSection[] {
  return pages.flatMap(({ slug, title, html }) => {
    const sections: GuideSection[] = [{ to: `/help/${slug}#`, page: title, heading: title, text: '' }];
    for (const element of new DOMParser().parseFromString(html, 'text/html').body.children) {
      const text = element.textContent.replaceAll(/\s+/g, ' ').trim();
      if (element.tagName === 'H2')
        sections.push({ to: `/help/${slug}#${element.id}`, page: title, heading: text, text: '' });
      else sections.at(-1)!.text += `${text} `;
    }
    return sections;
  });
}

export type SectionMatch = { section: GuideSection; before: string; hit: string; after: string };

const maxResults = 20;
const contextLength = 40;

/** The sections with every word, those with all words in the heading first. */
export function findSections(sections: GuideSection[], searchText: string): SectionMatch[] {
  const words = wordsOf(searchText).map(({ text }) => text);
  const matches = sections.flatMap((section) => {
    const [heading, text] = [fold(`${section.heading} ${section.page}`), fold(section.text)];
    if (words.some((word) => !heading.includes(word) && !text.includes(word))) return [];
    const isTitle = words.every((word) => heading.includes(word));
    return [{ rank: isTitle ? 0 : 1, section, ...snippetOf(section.text, text, words) }];
  });
  return matches.toSorted((a, b) => a.rank - b.rank).slice(0, maxResults);
}

/** The first match with the text around it. */
function snippetOf(text: string, folded: string, words: string[]): Omit<SectionMatch, 'section'> {
  const word = words.find((each) => folded.includes(each));
  if (!word) return { before: text.slice(0, contextLength * 2), hit: '', after: '' };
  const at = folded.indexOf(word);
  const from = Math.max(0, at - contextLength);
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, at)}`,
    hit: text.slice(at, at + word.length),
    after: text.slice(at + word.length, at + word.length + contextLength),
  };
}
