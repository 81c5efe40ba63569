import { z } from 'zod';

import { maxCards } from './dashboard.ts';
import { dashboardStateSchema, markSchema } from './dashboard-schemas.ts';
import type { ErrorBody } from './errors.ts';
import { scalarSchema, timeZoneSchema } from './queries.ts';
import type { Result } from './query.ts';
import { idSchema, route } from './route.ts';
import { textSchema } from './text.ts';

/**
 * How a run is getting on. A card has one question without a name; its sparkline (`course`) and the numbers of a text
 * have names of their own. `newest` is the newest row of a dataset that comes with files, by the time of the dashboard.
 * The last line is `end`, or an error without a card.
 */
export type RunLine =
  | { kind: 'waiting'; position: number }
  | { kind: 'result'; card: string; name: string; result: Result }
  | { kind: 'error'; card: string; name: string; error: ErrorBody }
  | { kind: 'error'; error: ErrorBody }
  | { kind: 'newest'; dataset: string; cell: string }
  | { kind: 'end' };

/** A dashboard as someone looks at it. */
export const looked = {
  id: idSchema,
  /** Whether one's own draft is meant instead of what is published. */
  draft: z.boolean().default(false),
  state: dashboardStateSchema,
  zone: timeZoneSchema,
};

export const runRoutes = {
  'POST /dashboards/:id/run': route({
    access: 'member',
    needs: 'view dashboard',
    reads: true,
    summary: 'Answer the cards of a dashboard, each as soon as it is known',
    input: z.strictObject({
      ...looked,
      /** The cards that are wanted; all if it is left out. */
      cards: z.array(idSchema).max(maxCards).optional(),
      /** Those that can be seen: they are answered before the others. */
      first: z.array(idSchema).max(maxCards).default([]),
      fresh: z.boolean().default(false),
    }),
    output: z.void(),
    gives: 'lines',
  }),
  'POST /dashboards/:id/rows': route({
    access: 'member',
    needs: 'view dashboard',
    reads: true,
    summary: 'Read the rows behind a point of a card',
    input: z.strictObject({ ...looked, card: idSchema, point: z.record(idSchema, markSchema) }),
    output: z.void(),
    gives: 'lines',
  }),
  'POST /dashboards/:id/values': route({
    access: 'member',
    needs: 'view dashboard',
    reads: true,
    summary: 'List values of a control, those with the most rows first, as far as the other controls leave any',
    input: z.strictObject({ ...looked, control: idSchema, search: textSchema(200).default('') }),
    output: z.object({
      values: z.array(z.object({ value: scalarSchema, rows: z.number() })),
      isCutOff: z.boolean(),
    }),
  }),
};
