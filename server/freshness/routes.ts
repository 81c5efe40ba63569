import { sql } from 'drizzle-orm';
import type { z } from 'zod';

import { Problem } from '#contract/errors.ts';
import type { freshnessRoutes } from '#contract/freshness/routes.ts';
import type { Handlers, MemberContext } from '#server/context.ts';
import { freshness } from '#server/database/schema.ts';
import { inMilliseconds } from '#server/datasets/freshness.ts';
import { lockDataset } from '#server/datasets/publish.ts';
import { listColumns, loadDatasetRow } from '#server/datasets/read.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import { defaultTimeColumnOf } from '#server/execution/newest-rows.ts';
import { publishChange } from '#server/live/changes.ts';
import { saveReaderDefaults } from '#server/notifications/settings.ts';

export const freshnessHandlers: Handlers<DatasetServices, typeof freshnessRoutes> = {
  'PUT /datasets/:id/freshness': setExpectation,
};

type ExpectationInput = z.output<(typeof freshnessRoutes)['PUT /datasets/:id/freshness']['input']>;

/**
 * Sets when new data is expected, and triggers a check. Data that is late stays late until that check, so that a
 * change of the expectation is not a new lateness.
 */
async function setExpectation(
  { db, identity, language }: MemberContext<DatasetServices>,
  { id, expectation }: ExpectationInput,
): Promise<void> {
  const { applicationId, connection } = await loadDatasetRow(db, id);
  if (expectation && connection && defaultTimeColumnOf(await listColumns(db, id)) === undefined)
    throw new Problem('freshness_without_time');
  const now = inMilliseconds(sql`now()`);
  const fields = {
    expectation,
    memberId: identity.member.id,
    expectedSince: now,
    nextCheckAt: now,
    // A check that is running has read the former expectation.
    claimedUntil: null,
    ...(expectation ? {} : { lateSince: null }),
    // Without an expectation, the newest row of a connected table is not queried.
    ...(!expectation && connection ? { newest: null } : {}),
  };
  await db.transaction(async (tx) => {
    // In the same order as a load, which locks the dataset first.
    await lockDataset(tx, id);
    await tx
      .insert(freshness)
      .values({ id, ...fields })
      .onConflictDoUpdate({ target: freshness.id, set: fields });
    if (expectation) await saveReaderDefaults(tx, identity.member.id, { zone: expectation.zone, language });
    await publishChange(tx, { kind: 'freshness', id, application: applicationId, isLateChanged: true });
  });
}
