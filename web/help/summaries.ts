import type { Language } from '#domain/language.ts';
import type { ApiRoute } from './openapi.ts';

/** The summary of a route in a language. */
export const summaryOf = ({ operation }: ApiRoute, language: Language): string => operation['x-summary'][language];
