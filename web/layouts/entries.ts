import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import outline from 'virtual:outline';

import { findIn, joinMarks } from '#contract/finding.ts';
import { type Mark, subjectOf, wordsOf } from '#contract/match.ts';
import type { Found, FoundKind } from '#contract/search.ts';
import { call } from '#web/http/client.ts';
import { meQuery } from '#web/http/me.ts';
import { useLanguage } from '#web/ui/language.ts';
import commandWords from './command-words.json';
import { type Command, useCommands } from './commands.ts';
import { readingsOf } from './readings.ts';
import { linkOf } from './found-links.ts';

export type Group = FoundKind | 'recent' | 'place' | 'command' | 'help';

/** A line of the palette: what it says, which letters were meant, and what it does. */
export type Entry = {
  key: string;
  group: Group;
  text: string;
  marks: Mark[];
  also: { text: string; marks: Mark[] } | null;
  place: string;
  does: { to: string } | { run: () => void };
};

/** What the page itself knows is matched in it, at once; so many of it are shown. */
const most = { commands: 5, help: 6 };

/** Commands stand above all else, so they come only to whoever has typed the beginning of a word of theirs. */
const surely = 4;
/** What costs more has a slip. */
const likely = 10;

/** The server is asked at every letter; an answer to what was typed before stands until the next one comes. */
export function useServerEntries(wanted: string): { entries: Entry[]; isBehind: boolean } {
  const language = useLanguage();
  const q = wanted.trim();
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
    () => (data ?? []).map((found) => entryOf(found, q ? found.kind : 'recent', me?.role === 'owner')),
    [data, q, me?.role],
  );
  return { entries, isBehind: isFetching && (isPlaceholderData || !data) };
}

const entryOf = (found: Found, group: Group, isOwner: boolean): Entry => ({
  key: `${found.kind}-${'dashboard' in found ? `${found.dashboard}-` : ''}${found.id}`,
  group,
  text: found.text,
  marks: found.marks,
  also: found.also,
  place: found.place,
  does: { to: linkOf(found, isOwner) },
});

/** Pages and commands: all of them as long as nothing is typed. */
export function useCommandEntries(wanted: string): Entry[] {
  const commands = useCommands();
  const words = wordsOf(wanted);
  if (words.length === 0) return commands.map((command) => commandEntry(command, []));
  const things = commands.map((command) => ({ ...findable([command.text, ...wordsFor(command)]), command }));
  return findIn(things, words, readingsOf)
    .filter(([, { cost }]) => cost < surely * words.length)
    .slice(0, most.commands)
    .map(([{ command }, { names }]) => commandEntry(command, names[0]!));
}

const wordsFor = ({ key }: Command) => commandWords[key].split('|');
const findable = (texts: string[]) => ({ names: texts.map((text) => subjectOf(text, readingsOf)), places: [] });

const commandEntry = (command: Command, marks: Mark[]): Entry => ({
  key: command.key,
  group: command.kind,
  text: command.text,
  marks: joinMarks(marks),
  also: null,
  place: '',
  does: command.kind === 'place' ? { to: command.to } : { run: command.run },
});

const helpThings = outline.flatMap(({ slug, title, headings }) => [
  { to: `/help/${slug}`, title, page: title, ...findable([title.en_US, title.zh_CN]) },
  ...headings.map(({ id, text }) => ({
    to: `/help/${slug}#${id}`,
    title: text,
    page: title,
    ...findable([text.en_US, text.zh_CN]),
  })),
]);

/** Pages of the help and their headings, in the reader's language, found by both. */
export function useHelpEntries(wanted: string): Entry[] {
  const language = useLanguage();
  const { t } = useTranslation();
  const words = wordsOf(wanted);
  if (words.length === 0) return [];
  const found = findIn(helpThings, words, readingsOf);
  const sure = found.filter(([, { cost }]) => cost < likely);
  return (sure.length > 0 ? sure : found).slice(0, most.help).map(([{ to, title, page }, { names }]) => ({
    key: to,
    group: 'help',
    text: title[language],
    marks: joinMarks(names[language === 'en_US' ? 0 : 1]!),
    also: null,
    place: page === title ? t('common.menu.help') : page[language],
    does: { to },
  }));
}

/** Whether a moment has passed since something began. */
export function useMoment(milliseconds: number, since: string): boolean {
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setPassed(since), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, since]);
  return passed === since;
}
