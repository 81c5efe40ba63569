import { z } from 'zod';

import { coveredDays, type ExpectedFreshness } from '#domain/time/expected-freshness.ts';
import { timeZoneSchema } from '#contract/queries/schemas.ts';
import { clockSchema, idSchema, momentSchema, noOutput, route } from '#contract/route.ts';

const maxMinutes = 366 * 24 * 60;

const daysSchema = z
  .array(z.int().min(1).max(7))
  .min(1)
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'a day is listed twice');

const expectedFreshnessSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('every'), minutes: z.int().min(1).max(maxMinutes), zone: timeZoneSchema }),
  z.strictObject({
    kind: z.literal('by'),
    at: clockSchema,
    /** Days of the week; Monday is 1. */
    days: daysSchema,
    /** The day that the newest row must be from: that day, or the chosen day before it. */
    covers: z.enum(coveredDays),
    zone: timeZoneSchema,
  }),
]) satisfies z.ZodType<ExpectedFreshness>;

/** How fresh a dataset is, beside the time of its last load. */
export const freshnessFields = {
  /** The newest row by the main time column that is not in the future: a date or a moment. */
  newest: z.string().nullable(),
  expectation: expectedFreshnessSchema.nullable(),
  /** The moment by which newer data was expected, while it is late. */
  lateSince: momentSchema.nullable(),
};

export const freshnessRoutes = {
  'PUT /datasets/:id/freshness': route({
    access: 'editor',
    audit: { area: 'data', action: 'expect_freshness', en_US: 'Set expected freshness', zh_CN: '设置预期更新' },
    needs: 'edit dataset',
    stale: ['dataset/:id', 'application'],
    summary: {
      en_US: "Set when new data is expected in a dataset; late data is marked, and you're notified",
      zh_CN: '设置数据集的预期更新时间；数据延迟时会标出并通知',
    },
    errors: ['freshness_without_time'],
    input: z.strictObject({ id: idSchema, expectation: expectedFreshnessSchema.nullable() }),
    output: noOutput,
  }),
};
