import { Problem } from '#contract/errors.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { type ColumnMapping, unmappedFieldsOf } from '#domain/dashboard/remap.ts';
import type { RequiredFields } from '#domain/dashboard/uses.ts';
import type { QuerySpec } from '#domain/query/query.ts';
import type { EngineSource } from '#engine/engine.ts';
import { loadSnapshot, type DatasetSnapshot } from '#server/datasets/snapshot.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { findProblem, readsForbidden } from './try-change.ts';

/** Finds problems that keep a use from using the new columns. */
export type RemapCheck = {
  unmapped: (needs: RequiredFields) => Problem | undefined;
  /** A problem that only the changed queries have. */
  conflict: (before: QuerySpec[], after: QuerySpec[]) => Promise<Problem | undefined>;
  /** SQL is not rewritten: a problem if it uses a replaced column. */
  sql: (specs: QuerySpec[]) => Promise<Problem | undefined>;
};

const isSame = (a: Problem, b: Problem | undefined): boolean =>
  a.code === b?.code && JSON.stringify(a.params) === JSON.stringify(b.params);

export async function openRemapCheck(ctx: QueryContext, mapping: ColumnMapping, dataset: Dataset): Promise<RemapCheck> {
  const before = await loadSnapshot(ctx, mapping.from);
  const after = mapping.from === mapping.to ? before : await loadSnapshot(ctx, mapping.to);
  const fields = [...dataset.columns, ...dataset.metrics];
  const nameOf = (id: string) => fields.find((each) => each.id === id)?.name ?? id;
  const findNew = async (problem: Problem | undefined, specs: QuerySpec[]) =>
    problem && !isSame(problem, await findProblem(ctx, specs, { id: mapping.from, snapshot: before }))
      ? problem
      : undefined;
  return {
    unmapped: (needs) => {
      const { columns, metrics } = unmappedFieldsOf(needs, mapping);
      const names = [...columns, ...metrics].map(nameOf);
      return names.length > 0 ? new Problem('remap_unmapped', { value: names.join(', ') }) : undefined;
    },
    conflict: async (specs, changed) =>
      findNew(await findProblem(ctx, changed, { id: mapping.to, snapshot: after }), specs),
    sql: async (specs) => {
      const written = specs.filter(({ kind }) => kind === 'sql');
      if (mapping.from !== mapping.to) return new Problem('remap_by_hand');
      if (await readsForbidden(ctx, written)) return new Problem('use_unchecked');
      const trial = { id: mapping.from, snapshot: withoutReplaced(before, mapping) };
      const problem = await findNew(await findProblem(ctx, written, trial), written);
      return problem && new Problem('remap_by_hand');
    },
  };
}

/** The dataset without the replaced columns: SQL that fails on it uses one of them. */
function withoutReplaced(snapshot: DatasetSnapshot, { columns }: ColumnMapping): DatasetSnapshot {
  const remaining = snapshot.source.columns.filter(({ id }) => (columns[id] ?? id) === id);
  return { ...snapshot, source: { ...snapshot.source, columns: remaining } as EngineSource };
}
