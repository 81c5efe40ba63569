import { fold, wordsOf } from '#contract/match.ts';
import type { GuidePage } from './guide.ts';

/** A part of a page under one heading, as plain text. */
export type Section = { to: string; page: string; heading: string; text: string };

export function sectionsOf(pages: GuidePage[]): Section[] {
  return pages.flatMap(({ slug, title, html }) => {
    const sections: Section[] = [{ to: `/help/${slug}#`, page: title, heading: title, text: '' }];
    for (const element of new DOMParser().parseFromString(html, 'text/html').body.children) {
      const text = element.textContent.replaceAll(/\s+/g, ' ').trim();
      if (element.tagName === 'H2')
        sections.push({ to: `/help/${slug}#${element.id}`, page: title, heading: text, text: '' });
      else sections.at(-1)!.text += `${text} `;
    }
    return sections;
  });
}

export type FoundSection = { section: Section; before: string; hit: string; after: string };

const most = 20;
const around = 40;

/** The sections that have every word, those that have them in their heading first. */
export function findSections(sections: Section[], typed: string): FoundSection[] {
  const words = wordsOf(typed).map(({ text }) => text);
  const found = sections.flatMap((section) => {
    const [heading, text] = [fold(`${section.heading} ${section.page}`), fold(section.text)];
    if (words.some((word) => !heading.includes(word) && !text.includes(word))) return [];
    const isTitle = words.every((word) => heading.includes(word));
    return [{ rank: isTitle ? 0 : 1, section, ...snippetOf(section.text, text, words) }];
  });
  return found.toSorted((a, b) => a.rank - b.rank).slice(0, most);
}

/** The first word in its surroundings. */
function snippetOf(text: string, folded: string, words: string[]): Omit<FoundSection, 'section'> {
  const word = words.find((each) => folded.includes(each));
  if (!word) return { before: text.slice(0, around * 2), hit: '', after: '' };
  const at = folded.indexOf(word);
  const from = Math.max(0, at - around);
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, at)}`,
    hit: text.slice(at, at + word.length),
    after: text.slice(at + word.length, at + word.length + around),
  };
}
