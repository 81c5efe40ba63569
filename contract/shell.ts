import type { Language } from './language.ts';

/** One entry of a menu; `opened` and `selected` follow the current URL. */
export type MenuEntry = {
  guid: string;
  title: string;
  icon: string;
  link: string;
  children: MenuEntry[];
  opened: boolean;
  selected: boolean;
};

/** One choice of the language selector. */
export type LanguageOption = { text: string; value: Language };

/** The prefix before the path of every route. */
export const apiPrefix = '/api';
