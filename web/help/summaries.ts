import type { Language } from '#contract/language.ts';
import { areaWords, pushMessages, pushRows, routeWords } from '#display/words/routes.ts';
import type { ApiRoute } from './openapi.ts';

const nameOf = ({ method, path }: ApiRoute) => `${method} ${path.replace(/^\/api/, '').replaceAll(/{(\w+)}/g, ':$1')}`;

/** What a route does, in the reader's language. */
export function summaryOf(route: ApiRoute, language: Language): string {
  if (language === 'en_US') return route.operation.summary;
  const known = (routeWords as Record<string, string>)[nameOf(route)];
  return known ?? (route.path.startsWith('/api/ingest/') ? pushRows : pushMessages);
}

/** What the routes of a group are about. */
export const groupText = (group: string, language: Language): string =>
  (language === 'zh_CN' && areaWords[group]) || group;
