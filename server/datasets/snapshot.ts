import { and, eq, isNull, sql } from 'drizzle-orm';

import { Problem } from '#contract/errors.ts';
import type { Column, Metric, Origin } from '#contract/query.ts';
import type { Source } from '#engine/engine.ts';
import type { Database } from '#server/database/open.ts';
import { applications, datasets } from '#server/database/schema.ts';
import { segmentFile } from './folders.ts';
import type { Services } from './services.ts';

/** A dataset at a version, as the engine sees it. */
export type Snapshot = {
  version: number;
  rows: number;
  source: Source;
  metrics: Metric[];
  segmentRows: number[];
  origin: Origin;
};

/** Only what the history lists is whole: the segments of other numbers may have been cleared away. */
export async function loadSnapshot({ db, config }: Services, id: string, asOf?: number): Promise<Snapshot> {
  const [found] = await statementOf(db).execute({ id, asOf: asOf ?? null });
  if (!found) throw new Problem('not_found');
  if (!found.isListed) throw new Problem('no_such_version');
  const { name, application, version, columns, metrics, files } = found;
  const segmentRows = files.map(({ rows }) => rows);
  const rows = segmentRows.reduce((sum, each) => sum + each, 0);
  const lastDataAt = found.lastDataAt?.toISOString() ?? null;
  return {
    version,
    rows,
    segmentRows,
    metrics,
    source: { name, columns, segments: files.map(({ file }) => segmentFile(config, file)) },
    origin: { id, name, application, version, rows, lastDataAt, isPushed: found.isPushed },
  };
}

// Every question begins with it, so it is asked for at once and planned only once.
const statements = new WeakMap<Database, ReturnType<typeof prepare>>();

function statementOf(db: Database): ReturnType<typeof prepare> {
  const known = statements.get(db) ?? prepare(db);
  statements.set(db, known);
  return known;
}

const version = sql`coalesce(${sql.placeholder('asOf')}::integer, datasets.version)`;

// Names of tables are left out of columns in a selection, so they are spelled here.
function prepare(db: Database) {
  return db
    .select({
      name: datasets.name,
      application: sql<string>`applications.name`,
      lastDataAt: datasets.lastDataAt,
      version: sql<number>`${version}`,
      isPushed: sql<boolean>`exists (
        select 1 from versions v where v.dataset_id = datasets.id and v.cause = 'push')`,
      isListed: sql<boolean>`(${version} = datasets.version or exists (
        select 1 from versions v where v.dataset_id = datasets.id and v.number = ${version}))`,
      columns: sql<Column[]>`(select coalesce(json_agg(
        json_build_object('id', c.id, 'name', c.name, 'type', c.type) order by c.position), '[]')
        from columns c where c.dataset_id = datasets.id)`,
      metrics: sql<Metric[]>`(select coalesce(json_agg(json_build_object('id', m.id, 'formula', m.formula)), '[]')
        from metrics m where m.dataset_id = datasets.id)`,
      files: sql<{ file: string; rows: number }[]>`(select coalesce(json_agg(
        json_build_object('file', s.file, 'rows', s.rows) order by s.position), '[]')
        from segments s where s.dataset_id = datasets.id
          and s.first <= ${version} and (s.last is null or s.last > ${version}))`,
    })
    .from(datasets)
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .where(and(eq(datasets.id, sql.placeholder('id')), isNull(datasets.trashedAt), isNull(applications.trashedAt)))
    .prepare('snapshot');
}
