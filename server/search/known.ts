import { setImmediate as breathe } from 'node:timers/promises';

import type { Change } from '#contract/live.ts';
import { type ReadingsOf, type Subject, subjectOf } from '#contract/match.ts';
import type { Database } from '#server/database/open.ts';
import type { Changes } from '#server/live/changes.ts';
import {
  type Item,
  loadApplications,
  loadDashboards,
  loadDatasets,
  loadMembers,
  type Loaded,
  type MakeSubject,
  type Source,
} from './items.ts';
import { loadReadings } from './pinyin.ts';

/** Everything that has a name, kept at hand. It is loaded by whoever searches first, and follows what changes. */
export type Known = { items: () => Promise<{ items: Item[]; readingsOf: ReadingsOf }>; close: () => void };

type Stale = Record<Source, Set<string>>;
const nothing = (): Stale => ({
  dashboard: new Set(),
  application: new Set(),
  dataset: new Set(),
  member: new Set(),
});

const isSource = (kind: Change['kind']): kind is Source => kind in nothing();

export function openKnown(db: Database, changes: Changes): Known {
  const state: State = {
    db,
    readings: undefined,
    sources: undefined,
    flat: undefined,
    stale: nothing(),
    subjects: new Map(),
  };
  const forget = () => Object.assign(state, { sources: undefined, flat: undefined });
  const close = changes.subscribe((change) => {
    if (isSource(change.kind) && 'id' in change) state.stale[change.kind].add(change.id);
  }, forget);
  // One after the other: who comes while it is brought up to date waits for that and for what changed since.
  let last: Promise<unknown> = Promise.resolve();
  const items = () => {
    const next = last.then(() => {
      if (!changes.isConnected()) forget();
      return bringUpToDate(state);
    });
    last = next.catch(() => undefined);
    return next;
  };
  return { items, close };
}

type State = {
  db: Database;
  readings: Promise<ReadingsOf> | undefined;
  sources: Record<Source, Map<string, Item[]>> | undefined;
  flat: Item[] | undefined;
  stale: Stale;
  /** Many columns have the same names. */
  subjects: Map<string, Subject>;
};

async function bringUpToDate(state: State): Promise<{ items: Item[]; readingsOf: ReadingsOf }> {
  const readingsOf = await (state.readings ??= loadReadings());
  const make: MakeSubject = (text) => {
    const known = state.subjects.get(text) ?? subjectOf(text, readingsOf);
    state.subjects.set(text, known);
    return known;
  };
  const { stale } = state;
  state.stale = nothing();
  try {
    if (!state.sources) await loadAll(state, make);
    else if (Object.values(stale).some((ids) => ids.size > 0)) await loadStale(state, stale, make);
  } catch (error) {
    state.sources = undefined;
    throw error;
  }
  state.flat ??= Object.values(state.sources!).flatMap((source) => [...source.values()].flat());
  return { items: state.flat, readingsOf };
}

async function loadAll(state: State, make: MakeSubject): Promise<void> {
  const { db } = state;
  state.subjects.clear();
  const sources = { dashboard: new Map(), application: new Map(), dataset: new Map(), member: new Map() };
  for (const load of [
    () => loadDashboards(db, undefined, make),
    () => loadApplications(db, undefined, make),
    () => loadDatasets(db, undefined, make),
    () => loadMembers(db, undefined, make),
  ]) {
    put(sources, await load());
    await breathe();
  }
  Object.assign(state, { sources, flat: undefined });
}

type Sources = NonNullable<State['sources']>;

function put(sources: Sources, loaded: Loaded[]): void {
  for (const { source, id, items } of loaded) sources[source].set(id, items);
}

async function loadStale(state: State, stale: Stale, make: MakeSubject): Promise<void> {
  const { db } = state;
  const sources = state.sources!;
  const applications = [...stale.application];
  // A dataset that goes to the trash, or comes back from it, is told as a change of its application.
  for (const [id, [first]] of sources.dataset)
    if (first?.leads.kind === 'dataset' && stale.application.has(first.leads.application)) stale.dataset.add(id);
  // Cards without a title are called after what they read.
  for (const [id, items] of sources.dashboard)
    if (items.some(({ reads }) => reads && stale.dataset.has(reads.dataset))) stale.dashboard.add(id);
  const [boards, owners, tables, people] = [[...stale.dashboard], applications, [...stale.dataset], [...stale.member]];
  const loaded = [
    ...(boards.length > 0 ? await loadDashboards(db, boards, make) : []),
    ...(owners.length > 0 ? await loadApplications(db, owners, make) : []),
    ...(owners.length + tables.length > 0 ? await loadDatasets(db, { ids: tables, applications }, make) : []),
    ...(people.length > 0 ? await loadMembers(db, people, make) : []),
  ];
  for (const source of Object.keys(stale) as Source[]) for (const id of stale[source]) sources[source].delete(id);
  put(sources, loaded);
  state.flat = undefined;
}
