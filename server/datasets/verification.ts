import type { Dataset } from '#contract/datasets/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { MemberContext } from '#server/context.ts';
import type { Database, Queryable } from '#server/database/open.ts';
import { verificationMarks } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import { definitionOf } from './definition.ts';
import { isMarkOf, loadDefinedDataset, type MarkSubject } from './outdated-marks.ts';
import { lockDataset } from './publish.ts';
import { loadDataset, loadDatasetRow } from './read.ts';
import type { DatasetServices } from './services.ts';

/** Marks a dataset or metric as verified, as it is now. A new mark replaces the one before. */
export async function setMark(
  ctx: MemberContext<DatasetServices>,
  subject: MarkSubject,
  note: string,
): Promise<Dataset> {
  const { dataset: datasetId, metric: metricId } = subject;
  const memberId = ctx.identity.member.id;
  return changeMarks(ctx.db, datasetId, async (tx) => {
    const definition = definitionOf(await loadDefinedDataset(tx, datasetId), metricId);
    if (!definition) throw new Problem('not_found');
    await tx.delete(verificationMarks).where(isMarkOf(subject));
    await tx.insert(verificationMarks).values({ datasetId, metricId, memberId, note, definition });
  });
}

export async function removeMark(db: Database, subject: MarkSubject): Promise<Dataset> {
  return changeMarks(db, subject.dataset, async (tx) => {
    await tx.delete(verificationMarks).where(isMarkOf(subject));
  });
}

/** Changes marks of a dataset, locked against changes of its definition, and publishes the change. */
async function changeMarks(db: Database, id: string, change: (tx: Queryable) => Promise<void>): Promise<Dataset> {
  await loadDatasetRow(db, id);
  await db.transaction(async (tx) => {
    const { applicationId: application, version } = await lockDataset(tx, id);
    await change(tx);
    await publishChange(tx, { kind: 'dataset', id, application, version });
  });
  return loadDataset(db, id);
}
