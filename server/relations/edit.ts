import { and, eq, ne } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import { Problem } from '#contract/errors.ts';
import type { Relation, relationRoutes } from '#contract/relations/routes.ts';
import { lockDataset } from '#server/datasets/publish.ts';
import { publishDatasetEdit } from '#server/datasets/edit.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { relations } from '#server/database/schema.ts';
import type { ExecutionContext } from '#server/execution/execution.ts';
import { requireKeys } from './match.ts';
import { describeRelations, type RelationRow } from './read.ts';

type Routes = typeof relationRoutes;
type NewRelation = z.output<Routes['POST /datasets/:id/relations']['input']>;
type ChangedRelation = z.output<Routes['PUT /datasets/:id/relations/:relation']['input']>;
type RelationFields = Pick<NewRelation, 'label' | 'cardinality' | 'keys'>;

export async function createRelation(
  ctx: ExecutionContext,
  { id, related, ...fields }: NewRelation,
): Promise<Relation> {
  await requireKeys(ctx, { id, related, ...fields });
  const [row] = await ctx.db.transaction(async (tx) => {
    await lockDataset(tx, id);
    await requireOwnLabel(tx, { id, related, relation: '', ...fields });
    return tx
      .insert(relations)
      .values({ id: randomUUID(), datasetId: id, relatedId: related, ...fields })
      .returning();
  });
  return publishRelation(ctx, row!);
}

export async function changeRelation(
  ctx: ExecutionContext,
  { id, relation, ...fields }: ChangedRelation,
): Promise<Relation> {
  const { relatedId: related } = await loadRelation(ctx.db, id, relation);
  await requireKeys(ctx, { id, related, ...fields });
  const [row] = await ctx.db.transaction(async (tx) => {
    await lockDataset(tx, id);
    await requireOwnLabel(tx, { id, related, relation, ...fields });
    return tx.update(relations).set(fields).where(eq(relations.id, relation)).returning();
  });
  if (!row) throw new Problem('not_found');
  return publishRelation(ctx, row);
}

export async function deleteRelation(ctx: ExecutionContext, id: string, relation: string): Promise<void> {
  const row = await loadRelation(ctx.db, id, relation);
  await ctx.db.delete(relations).where(eq(relations.id, relation));
  await publishBoth(ctx.db, row);
}

async function loadRelation(db: Queryable, id: string, relation: string): Promise<RelationRow> {
  const [row] = await db
    .select()
    .from(relations)
    .where(and(eq(relations.id, relation), eq(relations.datasetId, id)));
  if (!row) throw new Problem('not_found');
  return row;
}

type LabelInput = RelationFields & { id: string; related: string; relation: string };

/** Relations between the same two datasets need different labels. */
async function requireOwnLabel(tx: Queryable, { id, related, relation, label }: LabelInput): Promise<void> {
  const others = await tx
    .select({ label: relations.label })
    .from(relations)
    .where(and(eq(relations.datasetId, id), eq(relations.relatedId, related), ne(relations.id, relation)));
  const conflict = others.find((each) => each.label.en_US === label.en_US || each.label.zh_CN === label.zh_CN);
  if (conflict) throw new Problem('name_taken', { value: label.zh_CN || label.en_US });
}

async function publishRelation(ctx: ExecutionContext, row: RelationRow): Promise<Relation> {
  await publishBoth(ctx.db, row);
  const [relation] = await describeRelations(ctx, [row]);
  if (!relation) throw new Problem('not_found');
  return relation;
}

/** Publishes the change, so that open pages of both datasets reload their columns. */
async function publishBoth(db: Database, { datasetId, relatedId }: RelationRow): Promise<void> {
  for (const id of [datasetId, relatedId]) await publishDatasetEdit(db, id);
}
