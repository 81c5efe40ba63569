import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';

import { Problem } from '#contract/errors.ts';
import type {
  ColumnLabelsSummary,
  EditedLabels,
  LabelledValue,
  valueLabelRoutes,
} from '#contract/value-labels/routes.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import type { ValueLabels } from '#domain/query/query.ts';
import { canHaveLabels, type LabelColumns, labelKeyOf, maxLabelledValues } from '#domain/query/value-labels.ts';
import { signalOf } from '#server/context.ts';
import { valueLabels } from '#server/database/schema.ts';
import { loadCurrentSnapshot } from '#server/datasets/current-snapshot.ts';
import { publishDatasetEdit } from '#server/datasets/edit.ts';
import { lockDataset } from '#server/datasets/publish.ts';
import { listAllColumns, loadDatasetRow } from '#server/datasets/read.ts';
import type { DatasetContext, DatasetServices } from '#server/datasets/services.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { findRowScope } from '#server/row-rules/row-scope.ts';
import { countSpec, queryAllRows, readLabelColumns } from './label-columns.ts';

type ValueLabelRoutes = typeof valueLabelRoutes;
type ColumnInput = z.output<ValueLabelRoutes['GET /datasets/:id/columns/:column/labels']['input']>;
type LabelsInput = z.output<ValueLabelRoutes['PUT /datasets/:id/columns/:column/labels']['input']>;

const emptyLabel = { en_US: '', zh_CN: '' };
const hasText = ({ en_US, zh_CN }: LabelledValue['label']) => en_US !== '' || zh_CN !== '';

/** The columns of a dataset whose values have labels. */
export async function listLabelledColumns(ctx: DatasetContext, id: string): Promise<ColumnLabelsSummary[]> {
  await loadDatasetRow(ctx.db, id);
  const rows = await ctx.db.select().from(valueLabels).where(eq(valueLabels.datasetId, id));
  // Labels cover all rows, so their number would reveal the number of values.
  const isLimited = (await findRowScope(ctx, id)) !== undefined;
  return rows.map(({ columnId, source, labels }) => ({
    column: columnId,
    source,
    values: isLimited ? null : Object.values(labels).filter(hasText).length,
  }));
}

async function loadColumns({ db }: DatasetServices, { id, column }: ColumnInput) {
  await loadDatasetRow(db, id);
  const all = await listAllColumns(db, id);
  const own = all.find((each) => each.id === column);
  if (!own) throw new Problem('not_found');
  if (own.calculation?.isBroken) throw new Problem('formula_broken', { column: own.name });
  if (!canHaveLabels(own.type)) throw new Problem('labels_of_type', { column: own.name });
  return all;
}

/** Labels are read from and saved for all values, so members who may not see every row cannot edit them. */
export async function loadWholeSnapshot(ctx: DatasetContext, id: string): Promise<DatasetSnapshot> {
  const snapshot = await loadCurrentSnapshot(ctx, id);
  if (snapshot.rowRule) throw new Problem('forbidden');
  return snapshot;
}

/** The values of a column with their rows and labels, for the editor. */
export async function loadEditedLabels(ctx: DatasetContext, input: ColumnInput): Promise<EditedLabels> {
  await loadColumns(ctx, input);
  const { id, column } = input;
  const [row] = await ctx.db.select().from(valueLabels).where(eq(valueLabels.columnId, column));
  const snapshot = await loadWholeSnapshot(ctx, id);
  const spec = countSpec(id, [column], maxLabelledValues + 1);
  const [cells = [], counts = []] = await queryAllRows(ctx, snapshot, { spec, signal: signalOf(ctx) });
  const labels = row?.labels ?? {};
  const labelOf = (key: string) => (Object.hasOwn(labels, key) ? labels[key]! : emptyLabel);
  const present = cells.slice(0, maxLabelledValues).map((cell, index) => {
    const value = labelKeyOf(cell) ?? '';
    return { value, rows: Number(counts[index]), label: labelOf(value) };
  });
  const keys = new Set(present.map(({ value }) => value));
  const absent = Object.keys(labels)
    .filter((key) => !keys.has(key))
    .map((value) => ({ value, rows: 0, label: labelOf(value) }));
  return {
    source: row?.source ?? null,
    ambiguous: row?.ambiguous ?? 0,
    values: [...present, ...absent],
    isCutOff: cells.length > maxLabelledValues,
  };
}

/** Typed labels by value; a value without any text has none. */
function labelsOf(values: LabelledValue[]): ValueLabels {
  const labels: ValueLabels = {};
  for (const { value, label } of values) {
    if (Object.hasOwn(labels, value)) throw new Problem('label_value_twice', { value });
    labels[value] = label;
  }
  return Object.fromEntries(Object.entries(labels).filter(([, label]) => hasText(label)));
}

function requireSource(all: DatasetColumn[], column: string, source: LabelColumns): void {
  const isText = (id: string | null) => id === null || all.some((each) => each.id === id && each.type === 'text');
  const { en_US, zh_CN } = source;
  const isNone = en_US === null && zh_CN === null;
  if (isNone || en_US === column || zh_CN === column || !isText(en_US) || !isText(zh_CN))
    throw new Problem('labels_source');
}

/** Replaces the labels of a column; an empty list removes them. */
export async function saveLabels(ctx: DatasetContext, { id, column, labels: input }: LabelsInput): Promise<void> {
  const all = await loadColumns(ctx, { id, column });
  const source = input.kind === 'columns' ? input.source : null;
  if (source) requireSource(all, column, source);
  const snapshot = await loadWholeSnapshot(ctx, id);
  const read = source && (await readLabelColumns(ctx, snapshot, { column, source, signal: signalOf(ctx) }));
  const labels = read?.labels ?? (input.kind === 'typed' ? labelsOf(input.values) : {});
  const fields = {
    source,
    labels,
    ambiguous: read?.ambiguous ?? 0,
    version: source ? snapshot.version : 0,
    revision: randomUUID(),
    refreshedAt: new Date(),
  };
  await ctx.db.transaction(async (tx) => {
    await lockDataset(tx, id);
    if (!source && Object.keys(labels).length === 0) {
      await tx.delete(valueLabels).where(eq(valueLabels.columnId, column));
      return;
    }
    await tx
      .insert(valueLabels)
      .values({ columnId: column, datasetId: id, ...fields })
      .onConflictDoUpdate({ target: valueLabels.columnId, set: fields });
  });
  await publishDatasetEdit(ctx.db, id);
}
