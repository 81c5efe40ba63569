import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import { Problem } from '#contract/errors.ts';
import type { Remap, RemapEntry, RemapPreview, remapRoutes } from '#contract/lineage/remaps.ts';
import { type ColumnMapping, remapDashboard } from '#domain/dashboard/remap.ts';
import { findDraft, moveDraft } from '#server/dashboards/drafts.ts';
import { publishVersion } from '#server/dashboards/store.ts';
import type { Queryable } from '#server/database/open.ts';
import { remaps } from '#server/database/schema.ts';
import type { QueryContext } from '#server/queries/services.ts';
import { loadRemap } from './list-remaps.ts';
import type { PlannedChange } from './planned-change.ts';
import { planRemap } from './remap-plan.ts';
import { publishEdits, saveEntry } from './save-change.ts';

type RemapInput = z.output<(typeof remapRoutes)['POST /datasets/:id/remaps']['input']>;
type MappingInput = Omit<RemapInput, 'fingerprint'>;

const mappingOf = ({ id, dataset, columns, metrics }: MappingInput): ColumnMapping => ({
  from: id,
  to: dataset,
  columns,
  metrics,
});

export async function previewRemap(ctx: QueryContext, input: MappingInput): Promise<RemapPreview> {
  const { items, fingerprint } = await planRemap(ctx, mappingOf(input));
  return { items, fingerprint };
}

/** Replaces columns as previewed, in one transaction. */
export async function applyRemap(ctx: QueryContext, { fingerprint, ...input }: RemapInput): Promise<Remap> {
  const mapping = mappingOf(input);
  const plan = await planRemap(ctx, mapping);
  if (plan.fingerprint !== fingerprint) throw new Problem('remap_outdated');
  if (plan.changes.length === 0) throw new Problem('remap_nothing');
  const id = randomUUID();
  const memberId = ctx.identity.member.id;
  await ctx.db
    .transaction(async (tx) => {
      const entries: RemapEntry[] = [];
      for (const change of plan.changes) entries.push(await saveChange(tx, change, memberId));
      await tx.insert(remaps).values({ id, datasetId: mapping.from, memberId, mapping, pairs: plan.pairs, entries });
    })
    .catch(throwOutdated);
  await publishEdits(ctx.db, mapping.from, plan.changes);
  return loadRemap(ctx, id);
}

/** Someone edited one of the objects between the plan and its transaction. */
function throwOutdated(cause: unknown): never {
  const codes = ['newer_version', 'remap_edited', 'not_found'];
  const isOutdated = cause instanceof Problem && codes.includes(cause.code);
  throw isOutdated ? new Problem('remap_outdated', {}, { cause }) : cause;
}

async function saveChange(tx: Queryable, change: PlannedChange, memberId: string): Promise<RemapEntry> {
  if (change.kind === 'dashboard') return saveDashboard(tx, change, memberId);
  await saveEntry(tx, change, { expected: 'before', memberId });
  return change;
}

/**
 * Publishes the next version. The caller's draft of the same version gets the same change; drafts of others stay
 * unchanged, and their editors see that there is a newer version.
 */
async function saveDashboard(
  tx: Queryable,
  { kind, id, title, version, steps, after }: Extract<PlannedChange, { kind: 'dashboard' }>,
  memberId: string,
): Promise<RemapEntry> {
  await publishVersion(tx, { id, base: version, document: after, memberId });
  const draft = await findDraft(tx, id, memberId);
  const isOnTop = draft?.base === version;
  const changed =
    isOnTop &&
    steps.reduce((document, { mapping, parts }) => remapDashboard(document, mapping, parts), draft.dashboard);
  if (changed) await moveDraft(tx, { id, memberId, base: version + 1, document: changed });
  const entryDraft = changed ? { before: draft.dashboard, after: changed } : null;
  return { kind, id, title, before: version, after: version + 1, draft: entryDraft };
}
