import type { Profile } from '#contract/datasets/routes.ts';
import { profileOf } from '#engine/profile/profile.ts';
import { profilePreview } from './preview.ts';
import { readRestricted, type ReadableSnapshot } from './readable-snapshot.ts';
import { countRows } from './rows.ts';
import { isStored, loadSnapshot, requireReadable, type StoredSnapshot } from './snapshot.ts';
import { queryEngine } from './query-engine.ts';
import type { DatasetContext } from './services.ts';

const maxProfiles = 200;

/** Cache of profiles by dataset, version and columns. */
export type Profiles = Map<string, Promise<Profile>>;

/** Statistics of each column; concurrent requests share one computation. */
export async function loadProfile(ctx: DatasetContext & { profiles: Profiles }, id: string): Promise<Profile> {
  const whole = requireReadable(await loadSnapshot(ctx, id));
  return readRestricted(ctx, whole, (snapshot) => loadProfileOf(ctx, snapshot));
}

function loadProfileOf(ctx: DatasetContext & { profiles: Profiles }, snapshot: ReadableSnapshot): Promise<Profile> {
  const { id } = snapshot.origin;
  const { version, source } = snapshot;
  // The key of the snapshot differs by time slot and SQL for connected data, and by visible rows for restricted data.
  const snapshotKey = source.at === 'connection' || snapshot.rowRule ? snapshot.key : '';
  const key = `${id} ${version} ${snapshotKey} ${source.columns.map((column) => column.id + column.type).join()}`;
  const cached = ctx.profiles.get(key);
  if (cached) return cached;
  const computing = isStored(snapshot) ? computeProfile(ctx, snapshot) : profilePreview(ctx, snapshot);
  ctx.profiles.set(key, computing);
  // The caller gets the failure, which is not cached.
  computing.catch(() => ctx.profiles.delete(key));
  if (ctx.profiles.size > maxProfiles) ctx.profiles.delete(ctx.profiles.keys().next().value!);
  return computing;
}

async function computeProfile(ctx: DatasetContext, snapshot: StoredSnapshot): Promise<Profile> {
  const { version, source } = snapshot;
  const rows = snapshot.rowRule ? await countRows(ctx, source) : snapshot.rows;
  const columns = await profileOf(source, rows, (query) => queryEngine(ctx, query));
  return { version, rows, isSample: false, columns };
}
