import { eq } from 'drizzle-orm';

import type { SharedKind } from '#contract/access.ts';
import { after, type MaybePromise } from '#server/context.ts';
import { openBatches } from '#server/database/batches.ts';
import type { Database } from '#server/database/open.ts';
import { applications, charts, dashboards, datasets, grants, imports, uploads } from '#server/database/schema.ts';
import type { Changes, Notice } from '#server/live/changes.ts';
import { type Audience, audienceOf, type Person, rightIn } from './audience.ts';
import { type Holds, nameOf, openHolds } from './holds.ts';

/** Something with an audience of its own. */
export type Shared = { kind: SharedKind; id: string };

/** What is kept of what a chart reads, and of who made it. */
export type Kept = { maker: string | null; reads: string[] };

/**
 * Who may see what. Audiences are remembered for a few seconds and forgotten at once, on every server, when someone
 * changes them; while that cannot be heard, nothing is remembered. A thousand people who look at one thing ask once.
 */
export type Access = {
  audience: (thing: Shared) => MaybePromise<Audience | undefined>;
  /** The application that a dataset or an import belongs to, for good. */
  applicationOf: (kind: 'dataset' | 'import', id: string) => MaybePromise<string | undefined>;
  uploaderOf: (id: string) => Promise<{ maker: string | null } | undefined>;
  chart: (id: string) => Promise<Kept | undefined>;
  forget: (thing: Shared) => void;
  /** What people have open, to be ended when they may not see it any more. */
  holds: Holds;
  close: () => void;
};

const cacheMilliseconds = 5_000;
const cacheSize = 10_000;

function keep<T>(known: Map<string, T>, key: string, value: T): T {
  if (known.size >= cacheSize) known.delete(known.keys().next().value!);
  known.set(key, value);
  return value;
}

export function openAccess(db: Database, changes: Changes): Access {
  const known = new Map<string, { audience: Audience; until: number }>();
  const places = new Map<string, string>();
  let forgotten = 0;

  function forget(thing: Shared): void {
    forgotten++;
    known.delete(nameOf(thing));
  }

  const load = openBatches(async (name) => {
    const before = forgotten;
    const audience = await loadAudience(db, name);
    // What was read before something changed is used once and not remembered.
    if (audience && before === forgotten && changes.isConnected())
      keep(known, name, { audience, until: Date.now() + cacheMilliseconds });
    return audience;
  });

  function audience(thing: Shared): MaybePromise<Audience | undefined> {
    const name = nameOf(thing);
    const hit = known.get(name);
    if (hit && hit.until > Date.now() && changes.isConnected()) return hit.audience;
    known.delete(name);
    return load(name);
  }

  const place = openBatches(async (name) => {
    const application = await loadPlace(db, name);
    return application && keep(places, name, application);
  });

  const mayStillSee = (thing: Shared, person: Person) =>
    after(audience(thing), (found) => !found || rightIn(found, person) !== undefined);
  const holds = openHolds(mayStillSee);
  const hear = (change: Notice) => {
    if (change.kind !== 'access') return;
    const thing = { kind: change.thing, id: change.id };
    forget(thing);
    holds.check(thing);
  };
  const close = changes.subscribe(hear, () => {
    forgotten++;
    known.clear();
  });

  return {
    audience,
    applicationOf: (kind, id) => places.get(`${kind} ${id}`) ?? place(`${kind} ${id}`),
    uploaderOf: (id) => loadUploader(db, id),
    chart: openBatches((id) => loadChart(db, id)),
    forget,
    holds,
    close,
  };
}

async function loadAudience(db: Database, name: string): Promise<Audience | undefined> {
  const [kind, id] = name.split(' ') as [SharedKind, string];
  const table = kind === 'dashboard' ? dashboards : applications;
  const column = kind === 'dashboard' ? grants.dashboardId : grants.applicationId;
  const rows = await db
    .select({ maker: table.memberId, memberId: grants.memberId, right: grants.right })
    .from(table)
    .leftJoin(grants, eq(column, table.id))
    .where(eq(table.id, id));
  return rows[0] && audienceOf(rows[0].maker, rows);
}

async function loadPlace(db: Database, name: string): Promise<string | undefined> {
  const [kind, id] = name.split(' ') as ['dataset' | 'import', string];
  const table = kind === 'dataset' ? datasets : imports;
  const [found] = await db.select({ application: table.applicationId }).from(table).where(eq(table.id, id));
  return found?.application;
}

async function loadUploader(db: Database, id: string): Promise<{ maker: string | null } | undefined> {
  const [found] = await db.select({ maker: uploads.memberId }).from(uploads).where(eq(uploads.id, id));
  return found;
}

async function loadChart(db: Database, id: string): Promise<Kept | undefined> {
  const [found] = await db
    .select({ maker: charts.memberId, reads: charts.reads })
    .from(charts)
    .where(eq(charts.id, id));
  return found;
}
