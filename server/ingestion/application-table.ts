import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LimitFunction } from 'p-limit';
import type pg from 'pg';

import { Problem } from '#contract/errors.ts';
import type { SealOutput } from '#engine/duckdb/tasks.ts';
import { frameOf } from '#engine/events/frames.ts';
import { logFileName } from '#engine/events/log-files.ts';
import type { Queryable } from '#server/database/open.ts';
import type { GroupCommit } from './group-commit.ts';
import { createDeliveries, findDelivery } from './idempotency.ts';
import { type ApplicationLog, type LoggedPush, type LogPart, StaleSealError } from './push-log.ts';
import type { SealLocks } from './seal-locks.ts';
import type { IngestionServices } from './services.ts';
import type { FrameOutcome, TableFrame } from './table-log-writer.ts';

type TableToUse = {
  applicationId: string;
  pool: pg.Pool;
  writer: GroupCommit<TableFrame, FrameOutcome>;
  locks: SealLocks;
  limitParts: LimitFunction;
  /** For temporary files while a part is sealed. */
  folder: string;
  onUnsealed: (log: ApplicationLog) => void;
};

/**
 * The log of one application in the database. It has no position: ids become visible in another order than they are
 * assigned, so a smaller id may appear after a larger one was sealed. Sealing deletes exactly the pushes that it read.
 */
export function createApplicationTable(
  { db }: IngestionServices,
  { applicationId, pool, writer, locks, limitParts, folder, onUnsealed }: TableToUse,
): ApplicationLog {
  const deliveries = createDeliveries();

  async function store({ header, body }: LoggedPush): Promise<FrameOutcome> {
    const { datasets, delivery } = header;
    const frame = frameOf({ ...header, delivery: null }, body);
    const outcome = await writer.add({ applicationId, datasets, frame, delivery });
    if (outcome === 'stored') onUnsealed(log);
    return outcome;
  }

  async function append(push: LoggedPush) {
    const { delivery } = push.header;
    if (delivery)
      return deliveries.once(delivery, async () => {
        const isRepeated = (await store(push)) === 'repeated';
        return { earlier: isRepeated ? await loadDelivery(delivery.key) : undefined, end: undefined };
      });
    await store(push);
    return undefined;
  }

  async function loadDelivery(key: string) {
    const delivery = await findDelivery(db, applicationId, key);
    // The key expired in the meantime; a retry stores it.
    if (!delivery) throw new Problem('unavailable');
    return delivery;
  }

  async function useNext(maxBytes: number, use: (part: LogPart) => Promise<void>) {
    const partFolder = path.join(folder, randomUUID());
    try {
      const pushes = await readPushes(pool, applicationId, maxBytes);
      if (!pushes) return 'empty';
      await mkdir(partFolder, { recursive: true, mode: 0o700 });
      await writeFile(path.join(partFolder, logFileName(0)), pushes.frames, { mode: 0o600 });
      await use(partOf(db, partFolder, pushes));
      return 'used';
    } finally {
      await rm(partFolder, { recursive: true, force: true });
    }
  }

  const log: ApplicationLog = {
    applicationId,
    append,
    usePart: (maxBytes, use) => limitParts(() => locks.withLock(applicationId, () => useNext(maxBytes, use))),
  };
  return log;
}

type UnsealedPushes = { ids: number[]; ends: number[]; datasets: string[]; frames: Buffer };

const maxPushes = 20_000;

// Base64, because Node decodes it many times faster than hexadecimal text.
const selectPushes = {
  name: 'read push_log',
  text: `
    select json_agg(id order by id)::text as ids, json_agg(part_end order by id)::text as ends,
      jsonb_agg(distinct datasets)::text as datasets, encode(string_agg(frame, '' order by id), 'base64') as frames
    from (
      select id, datasets, frame, octet_length(frame) as size,
        sum(octet_length(frame)) over (order by id) as part_end
      from (
        select id, datasets, frame from push_log
        where application_id = $1 and quarantined_at is null order by id limit $2
      ) as unsealed
    ) as measured
    where part_end - size < $3`,
};

async function readPushes(pool: pg.Pool, applicationId: string, maxBytes: number): Promise<UnsealedPushes | undefined> {
  const values = [applicationId, maxPushes, Math.max(1, maxBytes)];
  type PushesRow = { ids: string | null; ends: string; datasets: string; frames: string };
  const { rows } = await pool.query<PushesRow>({ ...selectPushes, values });
  const { ids, ends, datasets, frames } = rows[0]!;
  if (ids === null) return undefined;
  const names = (JSON.parse(datasets) as string[][]).flat();
  return {
    ids: JSON.parse(ids) as number[],
    ends: JSON.parse(ends) as number[],
    datasets: [...new Set(names)],
    frames: Buffer.from(frames, 'base64'),
  };
}

function partOf(db: Queryable, folder: string, { ids, ends, datasets, frames }: UnsealedPushes): LogPart {
  const first = ids[0]!;
  return {
    first,
    frames: { log: folder, from: 0, to: frames.length },
    datasets,
    remove: (tx, sealed) =>
      sealed.damaged > 0 ? quarantine(tx, first) : removePushes(tx, sealedIds(ids, ends, sealed)),
    quarantine: () => quarantine(db, first),
  };
}

const sealedIds = (ids: number[], ends: number[], { position }: SealOutput) =>
  ids.filter((_, index) => ends[index]! <= position);

const arrayOf = (ids: number[]) => `{${ids.join()}}`;

async function removePushes(tx: Queryable, ids: number[]): Promise<void> {
  const { rowCount } = await tx.execute(sql`delete from push_log where id = any (${arrayOf(ids)}::bigint[])`);
  if (rowCount !== ids.length) throw new StaleSealError();
}

async function quarantine(tx: Queryable, id: number): Promise<void> {
  await tx.execute(sql`update push_log set quarantined_at = now() where id = ${id}`);
}
