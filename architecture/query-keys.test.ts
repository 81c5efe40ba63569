import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { api } from '#contract/api.ts';
import { liveEvents } from '#contract/live/changes.ts';
import { listRoutes, pathOf } from '#contract/route.ts';
import { listSources } from './sources.ts';

/** Any value, in a part of a query key. */
const any = ':';

/** Query keys of the pages: text parts as they are, other parts as any value. */
const pageKeys = listSources('web').flatMap((file) => listQueryKeys(readFileSync(file, 'utf8')));

/** Arrays called `queryKey`, except in calls that only refer to a query. */
function listQueryKeys(text: string): string[][] {
  const starts = [...text.matchAll(/(?<!Queries\(\{ )\bqueryKey(?::| =) \[/g)];
  return starts.map((match) => partsOf(text.slice(match.index + match[0].length)));
}

/** Elements of an array literal, from behind its bracket. */
function partsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (depth === 0 && letter === ']') break;
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter)) depth -= 1;
    if (depth === 0 && letter === ',') parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => /^\s*'([\w-]+)'\s*$/.exec(part)?.[1] ?? any);
}

const isUsed = (key: string[]) =>
  pageKeys.some((used) => key.length <= used.length && key.every((part, index) => part === used[index]));

const routes = listRoutes(api);
const routeKeys = routes.flatMap(([route, { stale = [] }]) =>
  stale.map((key) => ({ by: `${route}: ${key}`, key: key.replaceAll(/:\w+/g, any).split('/') })),
);

/** Keys of live events, of every kind of thing. */
const payload = { id: any, application: any, dashboard: any, member: any, datasets: [any], version: 1 };
const liveKeys = Object.entries(liveEvents).flatMap(([kind, { stale }]) =>
  ['dashboard', 'application', 'folder']
    .flatMap((thing) => (stale as (payload: object, viewer: string) => string[][])({ ...payload, thing }, any))
    .map((key) => ({ by: `${kind}: ${key.join('/')}`, key })),
);

test('reads the query keys of the pages', () => {
  expect(listQueryKeys("{ queryKey: ['dataset', input.id, 'rows', f(a, [b])] }")).toEqual([
    ['dataset', any, 'rows', any],
  ]);
  expect(listQueryKeys("removeQueries({ queryKey: ['dataset', id] })")).toEqual([]);
  expect(isUsed(['dataset', any, 'versions'])).toBe(true);
  expect(isUsed(['datasets'])).toBe(false);
});

test('every key that a route makes stale is used by a page', () => {
  expect(routeKeys.length).toBeGreaterThan(100);
  expect(routeKeys.filter(({ key }) => !isUsed(key)).map(({ by }) => by)).toEqual([]);
});

test('every key that a live event makes stale is used by a page', () => {
  expect(liveKeys.length).toBeGreaterThan(50);
  expect(liveKeys.filter(({ key }) => !isUsed(key)).map(({ by }) => by)).toEqual([]);
});

test('parameters of stale keys are in the path of their route', () => {
  const wrong = routes.flatMap(([route, { stale = [] }]) => {
    const parts = pathOf(route).split('/');
    return stale.filter((key) => key.split('/').some((part) => part.startsWith(any) && !parts.includes(part)));
  });
  expect(wrong).toEqual([]);
});

// The header comes before the body: a page would refetch before the change.
test('routes that stream their response make nothing stale', () => {
  expect(routes.filter(([, { stale, response }]) => stale?.length && response).map(([route]) => route)).toEqual([]);
});
