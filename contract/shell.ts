import type { Language } from '../domain/language.ts';

/** A menu entry; `opened` and `selected` follow the current URL. */
export type MenuEntry = {
  guid: string;
  title: string;
  icon: string;
  link: string;
  children: MenuEntry[];
  opened: boolean;
  selected: boolean;
};

/** An option of the language selector. */
export type LanguageOption = { text: string; value: Language };

/** Request header with a "See as…" pass: the response is what another member sees. */
export const seeAsHeader = 'x-see-as';

/** Response header with the query keys that a call makes stale. */
export const staleHeader = 'x-stale';

/** First path segments of the pages. */
export const pageAreas = [
  'auth',
  'index',
  'changelog',
  'dashboard',
  'account',
  'application',
  'about',
  'help',
  'share',
] as const;
export type PageArea = (typeof pageAreas)[number];

/** Path prefix of every route. */
export const apiPrefix = '/api';
