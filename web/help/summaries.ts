import type { Language } from '#domain/language.ts';
import { areaWords, pushMessages, pushRows, routeWords } from '#display/words/routes.ts';
import type { ApiRoute } from './openapi.ts';

const nameOf = ({ method, path }: ApiRoute) => `${method} ${path.replace(/^\/api/, '').replaceAll(/{(\w+)}/g, ':$1')}`;

/** The summary of a route in a language. */
export function summaryOf(route: ApiRoute, language: Language): string {
  if (language === 'en_US') return route.operation.summary;
  const summary = (routeWords as Record<string, string>)[nameOf(route)];
  return summary ?? (route.path.startsWith('/api/ingest/') ? pushRows : pushMessages);
}

/** The name of a group of routes. */
export const groupText = (group: string, language: Language): string =>
  (language === 'zh_CN' && areaWords[group]) || group;
