import { z } from 'zod';

import { maxCards } from '#domain/dashboard/dashboard.ts';
import { dashboardStateSchema, pointValueSchema } from './schemas.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { timeZoneSchema } from '#contract/queries/schemas.ts';
import type { Result, ValueLabels } from '#domain/query/query.ts';
import { idSchema, route } from '#contract/route.ts';
import { textSchema } from '#contract/text.ts';
import { queryErrors } from '#contract/error-groups.ts';
import { listedValuesSchema } from '#contract/value-labels/routes.ts';

/**
 * Progress of a dashboard run. The main query of a card has no name; its sparkline (`course`) and the numbers of a text
 * have names. `newest` is the newest row of a dataset that is not pushed, by the time column of the dashboard.
 * `labels` are those of values in filters, by column. `declined`: a prefetch that the server does not run now. The last
 * line is `declined`, `end`, or an error without a card.
 */
export type RunLine =
  | { kind: 'waiting'; position: number }
  | { kind: 'result'; card: string; name: string; result: Result }
  | { kind: 'error'; card: string; name: string; error: ErrorBody }
  | { kind: 'error'; error: ErrorBody }
  | { kind: 'newest'; dataset: string; cell: string }
  | { kind: 'labels'; labels: Record<string, ValueLabels> }
  | { kind: 'declined' }
  | { kind: 'end' };

/** Input that identifies a dashboard and its current state. */
export const dashboardInput = {
  id: idSchema,
  /** Whether to use the reader's own draft instead of the published version. */
  draft: z.boolean().default(false),
  state: dashboardStateSchema,
  zone: timeZoneSchema,
};

export const runRoutes = {
  'POST /dashboards/:id/run': route({
    access: 'member',
    needs: 'view dashboard',
    isReadOnly: true,
    summary: {
      en_US: "Run a dashboard's cards, returning each as soon as it's done",
      zh_CN: '计算仪表盘的卡片，各自完成后立即返回',
    },
    errors: [...queryErrors, 'newer_program'],
    input: z.strictObject({
      ...dashboardInput,
      /** Cards to run; all if left out. */
      cards: z.array(idSchema).max(maxCards).optional(),
      /** Visible cards, which run before the others. */
      first: z.array(idSchema).max(maxCards).default([]),
      fresh: z.boolean().default(false),
      /**
       * Whether nobody has asked for the answers yet. Declined while the engine is busy, and if a card reads a connected
       * database.
       */
      prefetch: z.boolean().default(false),
    }),
    output: z.void(),
    response: 'lines',
  }),
  'POST /dashboards/:id/rows': route({
    access: 'member',
    needs: 'view dashboard',
    isReadOnly: true,
    summary: { en_US: 'Get the rows behind a value on a card', zh_CN: '读取卡片上某一点背后的明细' },
    errors: [...queryErrors, 'no_rows_behind', 'newer_program'],
    input: z.strictObject({ ...dashboardInput, card: idSchema, point: z.record(idSchema, pointValueSchema) }),
    output: z.void(),
    response: 'lines',
  }),
  'POST /dashboards/:id/values': route({
    access: 'member',
    needs: 'view dashboard',
    isReadOnly: true,
    summary: {
      en_US: "List a control's values, most frequent first, narrowed by the other controls",
      zh_CN: '列出控件的可选值，行数最多的在前，并受其他控件限制',
    },
    errors: [...queryErrors, 'newer_program'],
    input: z.strictObject({ ...dashboardInput, control: idSchema, search: textSchema(200).default('') }),
    output: listedValuesSchema,
  }),
};
