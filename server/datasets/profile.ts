import type { Profile } from '#contract/datasets/routes.ts';
import { profileOf } from '#engine/duckdb/profile.ts';
import { loadSnapshot } from './snapshot.ts';
import { askEngine } from './rows.ts';
import type { DatasetContext } from './services.ts';

const maxProfiles = 200;

/** Cache of profiles by dataset, version and columns. */
export type Profiles = Map<string, Promise<Profile>>;

/** Statistics of each column; concurrent requests share one computation. */
export async function loadProfile(ctx: DatasetContext & { profiles: Profiles }, id: string): Promise<Profile> {
  const { version, rows, source } = await loadSnapshot(ctx, id);
  const key = `${id} ${version} ${source.columns.map((column) => column.id + column.type).join()}`;
  const cached = ctx.profiles.get(key);
  if (cached) return cached;
  const computing = profileOf(source, rows, (question) => askEngine(ctx, question)).then((columns) => ({
    version,
    rows,
    columns,
  }));
  ctx.profiles.set(key, computing);
  // The caller gets the failure, which is not cached.
  computing.catch(() => ctx.profiles.delete(key));
  if (ctx.profiles.size > maxProfiles) ctx.profiles.delete(ctx.profiles.keys().next().value!);
  return computing;
}
