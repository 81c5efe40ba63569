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

/** The header that shows a response as another member sees it. */
export const seeAsHeader = 'x-see-as';

/** The header with the query keys that a call makes stale. */
export const staleHeader = 'x-stale';

/** Path prefix of every route. */
export const apiPrefix = '/api';
