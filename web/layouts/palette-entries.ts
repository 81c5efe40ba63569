import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import outline from 'virtual:outline';

import { searchItems, mergeRanges } from '#domain/text/text-search.ts';
import { type MatchRange, subjectOf, wordsOf } from '#domain/text/text-match.ts';
import type { SearchResult, SearchResultKind } from '#contract/search/routes.ts';
import { call } from '#web/http/client.ts';
import { meQuery } from '#web/http/me.ts';
import { useLanguage } from '#web/ui/language.ts';
import commandWords from './command-words.json';
import { type Command, useCommands } from './commands.ts';
import { readingsOf } from './pinyin-readings.ts';

export type PaletteGroup = SearchResultKind | 'recent' | 'place' | 'command' | 'help';

/** An entry of the palette: text, matched ranges and action. */
export type PaletteEntry = {
  key: string;
  group: PaletteGroup;
  text: string;
  marks: MatchRange[];
  also: { text: string; marks: MatchRange[] } | null;
  place: string;
  isVerified?: boolean;
  action: { to: string } | { run: () => void };
};

/** Maximum number of local results. */
const maxResults = { commands: 5, help: 6 };

/** Maximum cost per word of a command: commands are listed first, so only a matching start of a word counts. */
const maxCommandCost = 4;
/** A higher cost means that there is a typo. */
const typoCost = 10;

/** Searches on the server at every keystroke; the previous results stay until the next ones arrive. */
export function useServerEntries(searchText: string): { entries: PaletteEntry[]; isBehind: boolean } {
  const language = useLanguage();
  const q = searchText.trim();
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  const { data, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['search', language, q],
    queryFn: ({ signal }) => call('GET /search', { q }, signal),
    placeholderData: keepPreviousData,
    throwOnError: false,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const entries = useMemo(
    () => (data ?? []).map((result) => entryOf(result, q ? result.kind : 'recent', me?.role === 'owner')),
    [data, q, me?.role],
  );
  return { entries, isBehind: isFetching && (isPlaceholderData || !data) };
}

const entryOf = (result: SearchResult, group: PaletteGroup, isOwner: boolean): PaletteEntry => ({
  key: `${result.kind}-${'dashboard' in result ? `${result.dashboard}-` : ''}${result.id}`,
  group,
  text: result.text,
  marks: result.marks,
  also: result.also,
  place: result.place,
  isVerified: 'isVerified' in result && result.isVerified,
  action: { to: linkOf(result, isOwner) },
});

/** Pages and commands: all of them without a search text. */
export function useCommandEntries(searchText: string): PaletteEntry[] {
  const commands = useCommands();
  const words = wordsOf(searchText);
  if (words.length === 0) return commands.map((command) => commandEntry(command, []));
  const subjects = commands.map((command) => ({ ...subjectsOf([command.text, ...wordsFor(command)]), command }));
  return searchItems(subjects, words, readingsOf)
    .filter(([, { cost }]) => cost < maxCommandCost * words.length)
    .slice(0, maxResults.commands)
    .map(([{ command }, { names }]) => commandEntry(command, names[0]!));
}

const wordsFor = ({ key }: Command) => commandWords[key].split('|');
const subjectsOf = (texts: string[]) => ({ names: texts.map((text) => subjectOf(text, readingsOf)), places: [] });

const commandEntry = (command: Command, marks: MatchRange[]): PaletteEntry => ({
  key: command.key,
  group: command.kind,
  text: command.text,
  marks: mergeRanges(marks),
  also: null,
  place: '',
  action: command.kind === 'place' ? { to: command.to } : { run: command.run },
});

const helpSubjects = outline.flatMap(({ slug, title, headings }) => [
  { to: `/help/${slug}`, title, page: title, ...subjectsOf([title.en_US, title.zh_CN]) },
  ...headings.map(({ id, text }) => ({
    to: `/help/${slug}#${id}`,
    title: text,
    page: title,
    ...subjectsOf([text.en_US, text.zh_CN]),
  })),
]);

/** Help pages and headings in the current language, found in both. */
export function useHelpEntries(searchText: string): PaletteEntry[] {
  const language = useLanguage();
  const { t } = useTranslation();
  const words = wordsOf(searchText);
  if (words.length === 0) return [];
  const matches = searchItems(helpSubjects, words, readingsOf);
  const exact = matches.filter(([, { cost }]) => cost < typoCost);
  return (exact.length > 0 ? exact : matches).slice(0, maxResults.help).map(([{ to, title, page }, { names }]) => ({
    key: to,
    group: 'help',
    text: title[language],
    marks: mergeRanges(names[language === 'en_US' ? 0 : 1]!),
    also: null,
    place: page === title ? t('common.menu.help') : page[language],
    action: { to },
  }));
}

/** Whether some time has passed since `since` changed. */
export function useHasWaited(milliseconds: number, since: string): boolean {
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setPassed(since), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, since]);
  return passed === since;
}

type ResultLinks = {
  [Kind in SearchResult['kind']]: (result: Extract<SearchResult, { kind: Kind }>, isOwner: boolean) => string;
};

const resultLinks: ResultLinks = {
  dashboard: ({ id }) => `/dashboard/${id}`,
  card: ({ id, dashboard, tab }) => `/dashboard/${dashboard}?tab=${tab}#${id}`,
  application: ({ id }) => `/application/${id}`,
  folder: ({ id, of }) => `/${of}?folder=${id}`,
  dataset: ({ id, application }) => `/application/${application}/datasets/${id}`,
  metric: ({ application, dataset }) => `/application/${application}/datasets/${dataset}/metrics`,
  column: ({ id, application, dataset }) => `/application/${application}/datasets/${dataset}#${id}`,
  // Without access to the members page, the dashboards of the member are listed.
  member: ({ text }, isOwner) => (isOwner ? '/account/members' : `/dashboard?q=${encodeURIComponent(text)}`),
};

/** The path of a search result. */
const linkOf = (result: SearchResult, isOwner: boolean): string =>
  (resultLinks[result.kind] as (result: SearchResult, isOwner: boolean) => string)(result, isOwner);
