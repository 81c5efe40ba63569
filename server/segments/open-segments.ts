import { sql } from 'drizzle-orm';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

import type { DatabaseAddress } from '#engine/remote/driver.ts';
import type { RemoteDatabase } from '#engine/remote/tasks.ts';
import { isMisconfigured, isUnavailable } from '#engine/warehouse/failure.ts';
import { openWarehouseWriter, type WarehouseWriter } from '#engine/warehouse/writer.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/open.ts';
import { segmentFolder } from '#server/data-directory.ts';
import { loadInstallationId } from '#server/installation/settings.ts';
import { undefinedIfMissing } from '#server/missing-file.ts';
import { openFileStore } from './file-store.ts';
import type { SegmentStore } from './segment-store.ts';
import { isInWarehouse } from './warehouse-numbers.ts';
import { openWarehouseStore } from './warehouse-store.ts';

/** The oldest version that Shuju is tested with: earlier ones store no dates before 1900. */
const minVersion = '26.7';
const startTimeoutMs = 60_000;
const retryMs = 1_000;
/** Queries that run at once; the queue of the server admits fewer. */
const sessions = 32;

type SegmentServices = { config: Config; db: Database; log: Logger };

type WarehouseConfig = NonNullable<Config['warehouse']>;

/** The servers of the warehouse, as the engine calls them. */
export const warehouseDatabases = (warehouse: WarehouseConfig): RemoteDatabase[] =>
  addressesOf(warehouse).map((address, index) => ({ ...address, id: `warehouse ${index}`, kind: 'clickhouse' }));

const addressesOf = ({ nodes }: WarehouseConfig): DatabaseAddress[] =>
  nodes.map((node) => ({ ...node, address: node.host, zone: 'UTC', sessions }));

/** Opens the store of rows; throws if the settings do not match where the rows of this installation are stored. */
export async function openSegments({ config, db, log }: SegmentServices): Promise<SegmentStore> {
  const stored = await findStoredRows(db);
  if (!config.warehouse) {
    if (stored.hasWarehouse) throw new Error(warehouseMissing);
    return openFileStore({ config, db, log });
  }
  if (stored.hasFiles) throw new Error(rowsInFiles);
  if (await hasOtherFiles(config)) throw new Error(otherFiles(config.dataDirectory));
  return (await openWarehouse({ config, warehouse: config.warehouse, db, log })).warehouse;
}

type WarehouseServices = SegmentServices & { warehouse: WarehouseConfig };

/** Opens the warehouse, if it belongs to this installation or to none. */
export async function openWarehouse({ config, warehouse, db, log }: WarehouseServices) {
  const writer = openWarehouseWriter(addressesOf(warehouse), warehouse.layout);
  try {
    await waitForWarehouse(writer, log);
    await requireVersion(writer);
    await requireOwn(writer, await loadInstallationId(db));
  } catch (error) {
    await writer.close();
    throw error;
  }
  return { warehouse: openWarehouseStore({ config, db, writer, database: warehouse.layout.database }), writer };
}

async function findStoredRows(db: Database): Promise<{ hasFiles: boolean; hasWarehouse: boolean }> {
  const { rows } = await db.execute<{ files: boolean; warehouse: boolean }>(sql`
    select coalesce(bool_or(not ${isInWarehouse}), false) as files, coalesce(bool_or(${isInWarehouse}), false) as warehouse
    from segments`);
  return { hasFiles: rows[0]!.files, hasWarehouse: rows[0]!.warehouse };
}

/** Whether the directory has rows in files that the database does not list. */
async function hasOtherFiles({ dataDirectory }: Config): Promise<boolean> {
  const names = (await readdir(segmentFolder(dataDirectory)).catch(undefinedIfMissing)) ?? [];
  return names.some((name) => name.endsWith('.duckdb'));
}

/** Waits for a warehouse that starts at the same time as this server. */
async function waitForWarehouse(writer: WarehouseWriter, log: Logger): Promise<void> {
  for (const startedAt = Date.now(); ;) {
    try {
      return void (await writer.listVersions());
    } catch (error) {
      const { message } = rootOf(error);
      const isTransient = isUnavailable(error) && !isMisconfigured(error);
      if (!isTransient || Date.now() - startedAt > startTimeoutMs)
        throw new Error(unreachable(message.slice(0, 500)), { cause: error });
      log.warn({ detail: message }, 'The warehouse does not answer yet.');
      await sleep(retryMs);
    }
  }
}

/** The root cause of an error: the failure of the server or the network. */
const rootOf = (error: unknown): Error =>
  error instanceof Error && error.cause instanceof Error ? rootOf(error.cause) : (error as Error);

async function requireVersion(writer: WarehouseWriter): Promise<void> {
  const old = (await writer.listVersions()).find((version) => compareVersions(version, minVersion) < 0);
  if (old !== undefined) throw new Error(tooOld(old));
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number));
  const index = right!.findIndex((part, position) => part !== left![position]);
  return index === -1 ? 0 : left![index]! - right![index]!;
}

/** The first installation that uses a database marks it as its own. */
async function requireOwn(writer: WarehouseWriter, id: string): Promise<void> {
  const owner = await writer.claim(id).catch((cause: unknown) => {
    throw new Error(notWritable(rootOf(cause).message.slice(0, 500)), { cause });
  });
  if (owner !== id) throw new Error(otherInstallation);
}

const unreachable = (detail: string) =>
  [
    `The ClickHouse at WAREHOUSE_URL doesn't answer: ${detail}`,
    `WAREHOUSE_URL 指定的 ClickHouse 没有应答：${detail}`,
  ].join('\n');

const notWritable = (detail: string) =>
  [
    `Shuju can't use the database at WAREHOUSE_URL. Its user needs all rights on it, and the server needs free space: ${detail}`,
    `无法使用 WAREHOUSE_URL 指定的数据库：该用户需要拥有它的全部权限，服务器也需要有剩余空间。${detail}`,
  ].join('\n');

const tooOld = (version: string) =>
  [
    `The ClickHouse at WAREHOUSE_URL has version ${version}. Shuju needs ${minVersion} or newer.`,
    `WAREHOUSE_URL 指定的 ClickHouse 版本为 ${version}，Shuju 需要 ${minVersion} 或更高版本。`,
  ].join('\n');

const rowsInFiles = [
  'WAREHOUSE_URL is set, but the rows of this installation are in files. Run `npm run move-to-warehouse` to move them, or unset WAREHOUSE_URL.',
  '已设置 WAREHOUSE_URL，但数据行仍在文件中。请运行 `npm run move-to-warehouse` 迁移，或取消设置 WAREHOUSE_URL。',
].join('\n');

const otherFiles = (directory: string) =>
  [
    `The data directory ${directory} has rows in files, and the database doesn't list them. Set DATABASE_URL to the database that does and run \`npm run move-to-warehouse\`, or set SHUJU_DATA to an empty directory.`,
    `数据目录 ${directory} 中有数据行文件，但数据库没有列出它们。请将 DATABASE_URL 设为列出它们的数据库并运行 \`npm run move-to-warehouse\`，或将 SHUJU_DATA 设为空目录。`,
  ].join('\n');

const warehouseMissing = [
  'The rows of this installation are in a ClickHouse warehouse. Set WAREHOUSE_URL to it.',
  '数据行存放在 ClickHouse 数据仓库中，请设置 WAREHOUSE_URL。',
].join('\n');

const otherInstallation = [
  'The database at WAREHOUSE_URL belongs to another installation of Shuju. Set WAREHOUSE_URL to an empty database.',
  'WAREHOUSE_URL 指定的数据库属于另一个 Shuju 安装，请改用一个空的数据库。',
].join('\n');
