import { setImmediate as breathe } from 'node:timers/promises';

import type { LiveChange } from '#contract/live/changes.ts';
import { type ReadingsOf, type SearchText, subjectOf } from '#domain/text/text-match.ts';
import type { Database } from '#server/database/open.ts';
import type { ChangeFeed } from '#server/live/changes.ts';
import {
  type IndexedItem,
  loadApplications,
  loadDashboards,
  loadDatasets,
  loadFolders,
  loadMembers,
  type LoadedItems,
  type MakeSubject,
  type ItemSource,
} from './index-items.ts';
import { loadReadings } from '#server/pinyin.ts';

/** In-memory index of all named items. It is loaded at the first search and updated by changes. */
export type SearchIndex = { items: () => Promise<{ items: IndexedItem[]; readingsOf: ReadingsOf }>; close: () => void };

type StaleItems = Record<ItemSource, Set<string>>;
const noStaleItems = (): StaleItems => ({
  dashboard: new Set(),
  application: new Set(),
  folder: new Set(),
  dataset: new Set(),
  member: new Set(),
});

const isSource = (kind: LiveChange['kind']): kind is ItemSource => kind in noStaleItems();

export function openSearchIndex(db: Database, changes: ChangeFeed): SearchIndex {
  const state: IndexState = {
    db,
    readings: undefined,
    sources: undefined,
    flat: undefined,
    stale: noStaleItems(),
    subjects: new Map(),
  };
  const invalidate = () => Object.assign(state, { sources: undefined, flat: undefined });
  const close = changes.subscribe((change) => {
    if (isSource(change.kind) && 'id' in change) state.stale[change.kind].add(change.id);
  }, invalidate);
  // Updates run one after the other: a search during an update waits for it and for later changes.
  let last: Promise<unknown> = Promise.resolve();
  const items = () => {
    const next = last.then(() => {
      if (!changes.isConnected()) invalidate();
      return updateIndex(state);
    });
    // The caller gets the failure; the next search updates again.
    last = next.catch(() => undefined);
    return next;
  };
  return { items, close };
}

type IndexState = {
  db: Database;
  readings: Promise<ReadingsOf> | undefined;
  sources: Record<ItemSource, Map<string, IndexedItem[]>> | undefined;
  flat: IndexedItem[] | undefined;
  stale: StaleItems;
  /** Shared, because many columns have the same name. */
  subjects: Map<string, SearchText>;
};

async function updateIndex(state: IndexState): Promise<{ items: IndexedItem[]; readingsOf: ReadingsOf }> {
  const readingsOf = await (state.readings ??= loadReadings());
  const make: MakeSubject = (text) => {
    const subject = state.subjects.get(text) ?? subjectOf(text, readingsOf);
    state.subjects.set(text, subject);
    return subject;
  };
  const { stale } = state;
  state.stale = noStaleItems();
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

async function loadAll(state: IndexState, make: MakeSubject): Promise<void> {
  const { db } = state;
  state.subjects.clear();
  const sources = {
    dashboard: new Map(),
    application: new Map(),
    folder: new Map(),
    dataset: new Map(),
    member: new Map(),
  };
  for (const load of [
    () => loadDashboards(db, undefined, make),
    () => loadApplications(db, undefined, make),
    () => loadFolders(db, undefined, make),
    () => loadDatasets(db, undefined, make),
    () => loadMembers(db, undefined, make),
  ]) {
    storeItems(sources, await load());
    await breathe();
  }
  Object.assign(state, { sources, flat: undefined });
}

type Sources = NonNullable<IndexState['sources']>;

function storeItems(sources: Sources, loaded: LoadedItems[]): void {
  for (const { source, id, items } of loaded) sources[source].set(id, items);
}

async function loadStale(state: IndexState, stale: StaleItems, make: MakeSubject): Promise<void> {
  const { db } = state;
  const sources = state.sources!;
  const applications = [...stale.application];
  // Moving a dataset to the trash or back is published as a change of its application.
  for (const [id, [first]] of sources.dataset)
    if (first?.link.kind === 'dataset' && stale.application.has(first.link.application)) stale.dataset.add(id);
  // Titles of untitled cards are generated from the data they read.
  for (const [id, items] of sources.dashboard)
    if (items.some(({ reads }) => reads && stale.dataset.has(reads.dataset))) stale.dashboard.add(id);
  const [dashboardIds, applicationIds, folderIds, datasetIds, memberIds] = [
    [...stale.dashboard],
    applications,
    [...stale.folder],
    [...stale.dataset],
    [...stale.member],
  ];
  const loaded = [
    ...(dashboardIds.length > 0 ? await loadDashboards(db, dashboardIds, make) : []),
    ...(applicationIds.length > 0 ? await loadApplications(db, applicationIds, make) : []),
    ...(folderIds.length > 0 ? await loadFolders(db, folderIds, make) : []),
    ...(applicationIds.length + datasetIds.length > 0
      ? await loadDatasets(db, { ids: datasetIds, applications }, make)
      : []),
    ...(memberIds.length > 0 ? await loadMembers(db, memberIds, make) : []),
  ];
  for (const source of Object.keys(stale) as ItemSource[]) for (const id of stale[source]) sources[source].delete(id);
  storeItems(sources, loaded);
  state.flat = undefined;
}
