import type { Profile } from '#contract/datasets.ts';
import { profileOf } from '#engine/duckdb/profile.ts';
import { loadSnapshot } from './snapshot.ts';
import { ask } from './rows.ts';
import type { Asking } from './services.ts';

const remembered = 200;

/** Profiles that were computed, by dataset, version and what its columns were then. */
export type Profiles = Map<string, Promise<Profile>>;

/** What the values of each column are like; equal questions are asked once. */
export async function loadProfile(ctx: Asking & { profiles: Profiles }, id: string): Promise<Profile> {
  const { version, rows, source } = await loadSnapshot(ctx, id);
  const name = `${id} ${version} ${source.columns.map((column) => column.id + column.type).join()}`;
  const known = ctx.profiles.get(name);
  if (known) return known;
  const computing = profileOf(source, rows, (question) => ask(ctx, question)).then((columns) => ({
    version,
    rows,
    columns,
  }));
  ctx.profiles.set(name, computing);
  computing.catch(() => ctx.profiles.delete(name));
  if (ctx.profiles.size > remembered) ctx.profiles.delete(ctx.profiles.keys().next().value!);
  return computing;
}
