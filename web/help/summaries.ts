import type { Language } from '#domain/language.ts';
import { areaWords } from '#display/words/api-areas.ts';
import type { ApiRoute } from './openapi.ts';

/** The summary of a route in a language. */
export const summaryOf = ({ operation }: ApiRoute, language: Language): string => operation['x-summary'][language];

/** The name of a group of routes. */
export const groupText = (group: string, language: Language): string =>
  (language === 'zh_CN' && (areaWords as Record<string, string>)[group]) || group;
