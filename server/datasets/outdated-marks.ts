import { and, asc, eq, isNull } from 'drizzle-orm';

import type { DefinitionChange } from '#contract/datasets/verification.ts';
import { maySee } from '#server/access/conditions.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, columns, datasets, members, metrics, verificationMarks } from '#server/database/schema.ts';
import { notify } from '#server/notifications/notify.ts';
import { listCalculated } from './read.ts';
import { definitionChangesOf, definitionOf, shownNameOf } from './definition.ts';

/** A dataset, or one of its metrics. */
export type MarkSubject = { dataset: string; metric: string | null };

export const isMarkOf = ({ dataset, metric }: MarkSubject) =>
  and(
    eq(verificationMarks.datasetId, dataset),
    metric === null ? isNull(verificationMarks.metricId) : eq(verificationMarks.metricId, metric),
  );

/** Loads the parts of the definitions of a dataset and of its metrics, with their names. */
export async function loadDefinedDataset(tx: Queryable, id: string) {
  const [dataset] = await tx.select().from(datasets).where(eq(datasets.id, id));
  const columnList = await tx.select().from(columns).where(eq(columns.datasetId, id)).orderBy(asc(columns.position));
  const calculated = await listCalculated(tx, id);
  const metricList = await tx.select().from(metrics).where(eq(metrics.datasetId, id));
  return { ...dataset!, columns: columnList, calculated, metrics: metricList };
}

type StoredMark = typeof verificationMarks.$inferSelect;
type LoadedDataset = Awaited<ReturnType<typeof loadDefinedDataset>>;

/**
 * Removes the marks of definitions that changed, and notifies the members who set them. It runs in the transaction of
 * every change of a dataset, so that no mark outlives the definition that it verifies.
 */
export async function removeOutdatedMarks(tx: Queryable, datasetId: string): Promise<void> {
  const marks = await tx.select().from(verificationMarks).where(eq(verificationMarks.datasetId, datasetId));
  if (marks.length === 0) return;
  const dataset = await loadDefinedDataset(tx, datasetId);
  for (const mark of marks) {
    const definition = definitionOf(dataset, mark.metricId);
    const changes = definition ? definitionChangesOf(mark.definition, definition) : [];
    if (changes.length > 0) await removeOutdatedMark(tx, { mark, dataset, changes });
  }
}

type OutdatedMark = { mark: StoredMark; dataset: LoadedDataset; changes: DefinitionChange[] };

async function removeOutdatedMark(tx: Queryable, { mark, dataset, changes }: OutdatedMark): Promise<void> {
  const { datasetId, metricId, memberId } = mark;
  await tx.delete(verificationMarks).where(isMarkOf({ dataset: datasetId, metric: metricId }));
  if (!memberId || !(await isReader(tx, memberId, dataset.applicationId))) return;
  await notify(tx, [memberId], {
    kind: 'verification_removed',
    application: dataset.applicationId,
    dataset: datasetId,
    metric: metricId,
    title: shownNameOf(dataset.metrics.find(({ id }) => id === metricId) ?? dataset),
    changes,
  });
}

/** Whether a member may still see an application: the notice names columns. */
async function isReader(tx: Queryable, memberId: string, applicationId: string): Promise<boolean> {
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (!member) return false;
  const isVisible = and(eq(applications.id, applicationId), maySee(member, 'application', applications.id));
  return (await tx.select({ id: applications.id }).from(applications).where(isVisible)).length > 0;
}
