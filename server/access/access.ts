import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';

import type { SharedKind } from '#contract/access/routes.ts';
import { andThen, type MaybePromise } from '#server/context.ts';
import { shareLoads } from '#server/database/shared-loads.ts';
import type { Database } from '#server/database/open.ts';
import { charts, datasets, extracts, grants, imports, uploads } from '#server/database/schema.ts';
import { openChangeCache } from '#server/live/change-cache.ts';
import type { ChangeFeed, ChangeNotice } from '#server/live/changes.ts';
import { type Audience, audienceOf, type Person, rightIn, type SharedResource } from './audience.ts';
import { audienceInFolder, loadFolderChains } from './folder-tree.ts';
import { type OpenResponses, resourceKey, trackOpenResponses } from './open-responses.ts';
import { sharedTables } from './shared-tables.ts';

/** Datasets that a saved chart reads, and its creator. */
type ChartAccess = { creator: string | null; reads: string[] };

/** The kinds of resources that have the access list of their application. */
export type InheritingKind = 'dataset' | 'import' | 'extract';

/** Access lists, cached for a few seconds. Changes invalidate the cache on every server at once. */
export type AccessControl = {
  audience: (resource: SharedResource) => MaybePromise<Audience | undefined>;
  /** Application of a dataset, import or extract; it never changes. */
  applicationOf: (kind: InheritingKind, id: string) => MaybePromise<string | undefined>;
  uploaderOf: (id: string) => Promise<{ creator: string | null } | undefined>;
  chart: (id: string) => Promise<ChartAccess | undefined>;
  invalidate: (resource: SharedResource) => void;
  /** Open responses, to be ended when their reader loses access. */
  openResponses: OpenResponses;
  close: () => void;
};

const ttlMs = 5_000;
const maxEntries = 10_000;

export function openAccess(db: Database, changes: ChangeFeed): AccessControl {
  const audiences = openChangeCache({
    load: (name) => loadAudience(db, name),
    isConnected: changes.isConnected,
    maxEntries,
    ttlMs,
  });
  const applicationIds = new LRUCache<string, string>({ max: maxEntries });

  function invalidate(resource: SharedResource): void {
    // Everything inside a folder inherits from it.
    if (resource.kind === 'folder') audiences.dropAll();
    else audiences.drop(resourceKey(resource));
  }

  const audience = (resource: SharedResource) => audiences.load(resourceKey(resource));

  const loadApplicationId = shareLoads(async (name) => {
    const application = await findApplicationId(db, name);
    if (application) applicationIds.set(name, application);
    return application;
  });

  const mayStillSee = (resource: SharedResource, person: Person) =>
    andThen(audience(resource), (access) => !access || rightIn(access, person) !== undefined);
  const openResponses = trackOpenResponses(mayStillSee);
  const onChange = (change: ChangeNotice) => {
    if (change.kind !== 'access') return;
    const resource = { kind: change.thing, id: change.id };
    invalidate(resource);
    if (resource.kind === 'folder') openResponses.checkAll();
    else openResponses.check(resource);
  };
  const close = changes.subscribe(onChange, audiences.dropAll);

  return {
    audience,
    applicationOf: (kind, id) => applicationIds.get(`${kind} ${id}`) ?? loadApplicationId(`${kind} ${id}`),
    uploaderOf: (id) => loadUploader(db, id),
    chart: shareLoads((id) => loadChart(db, id)),
    invalidate,
    openResponses,
    close,
  };
}

async function loadAudience(db: Database, name: string): Promise<Audience | undefined> {
  const [kind, id] = name.split(' ') as [SharedKind, string];
  const { table, folderId, grantColumn } = sharedTables[kind];
  const rows = await db
    .select({ creator: table.memberId, folder: folderId, memberId: grants.memberId, right: grants.right })
    .from(table)
    .leftJoin(grants, eq(grantColumn, table.id))
    .where(eq(table.id, id));
  const [first] = rows;
  if (!first) return undefined;
  const tree = await loadFolderChains(db, [first.folder]);
  return audienceInFolder(audienceOf(first.creator, rows), tree, first.folder);
}

async function findApplicationId(db: Database, name: string): Promise<string | undefined> {
  const [kind, id] = name.split(' ') as [InheritingKind, string];
  const table = { dataset: datasets, import: imports, extract: extracts }[kind];
  const [row] = await db.select({ application: table.applicationId }).from(table).where(eq(table.id, id));
  return row?.application;
}

async function loadUploader(db: Database, id: string): Promise<{ creator: string | null } | undefined> {
  const [row] = await db.select({ creator: uploads.memberId }).from(uploads).where(eq(uploads.id, id));
  return row;
}

async function loadChart(db: Database, id: string): Promise<ChartAccess | undefined> {
  const [row] = await db
    .select({ creator: charts.memberId, reads: charts.reads })
    .from(charts)
    .where(eq(charts.id, id));
  return row;
}
