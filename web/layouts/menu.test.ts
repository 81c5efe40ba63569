import { expect, expectTypeOf, test } from 'vitest';

import type { Language } from '#domain/language.ts';
import type { LanguageOption, MenuEntry } from '#contract/shell.ts';
import { flattenEntries, selectEntries } from './menu.ts';

const entry = (link: string, children: MenuEntry[] = []): MenuEntry => ({
  guid: link,
  title: link,
  icon: '',
  link,
  children,
  opened: false,
  selected: false,
});

const tree = [
  entry('/dashboard'),
  entry('/data', [entry('/data/sets', [entry('/data/sets/old')]), entry('/elsewhere')]),
  entry('/application'),
];

const guidsOf = (path: string, state: 'selected' | 'opened') =>
  flattenEntries(selectEntries(tree, path))
    .filter((each) => each[state])
    .map(({ guid }) => guid);

test('S16 the entry whose link is the start of the path is selected', () => {
  expect(guidsOf('/dashboard', 'selected')).toEqual(['/dashboard']);
  expect(guidsOf('/dashboard/x/y', 'selected')).toEqual(['/dashboard']);
  expect(guidsOf('/dashboard/', 'selected')).toEqual(['/dashboard']);
});

test('S16 only whole path segments match', () => {
  expect(guidsOf('/dashboards-x', 'selected')).toEqual([]);
  expect(guidsOf('/dash', 'selected')).toEqual([]);
  expect(guidsOf('/', 'selected')).toEqual([]);
});

test('S16 a group opens if one of its children matches, at any depth', () => {
  expect(guidsOf('/elsewhere/x', 'opened')).toEqual(['/data']);
  expect(guidsOf('/elsewhere/x', 'selected')).toEqual(['/elsewhere']);
  expect(guidsOf('/data/sets/old', 'opened')).toEqual(['/data', '/data/sets']);
  expect(guidsOf('/data/sets/old', 'selected')).toEqual(['/data', '/data/sets', '/data/sets/old']);
  expect(guidsOf('/application', 'opened')).toEqual([]);
});

test('S16 the state depends on the path only, not on the previous state', () => {
  const before = selectEntries(tree, '/data/sets');
  expect(selectEntries(before, '/application')).toEqual(selectEntries(tree, '/application'));
});

test('S28 a menu entry and a language option have the fields that the spec names', () => {
  expectTypeOf<MenuEntry>().toEqualTypeOf<{
    guid: string;
    title: string;
    icon: string;
    link: string;
    children: MenuEntry[];
    opened: boolean;
    selected: boolean;
  }>();
  expectTypeOf<LanguageOption>().toEqualTypeOf<{ text: string; value: Language }>();
  expect(Object.keys(entry('/x')).sort()).toEqual(['children', 'guid', 'icon', 'link', 'opened', 'selected', 'title']);
});
