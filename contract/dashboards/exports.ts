import { z } from 'zod';

import type { ErrorBody } from '#contract/errors.ts';
import { languageSchema } from '#contract/language.ts';
import { idSchema, route } from '#contract/route.ts';
import { dashboardInput } from './runs.ts';
import { printErrors, queryErrors } from '#contract/error-groups.ts';

export const dashboardFormats = ['xlsx', 'pdf', 'png'] as const;
export type DashboardFormat = (typeof dashboardFormats)[number];

/** Progress of a dashboard export; a ready file can be downloaded for an hour. */
export type DashboardExportLine =
  | { kind: 'running'; done: number; of: number }
  | { kind: 'ready'; id: string; name: string; bytes: number }
  | { kind: 'error'; error: ErrorBody };

export const dashboardExportRoutes = {
  'POST /dashboards/:id/exports': route({
    access: 'member',
    allowsSeeAs: true,
    audit: null,
    needs: 'view dashboard',
    stale: [],
    summary: { en_US: 'Export a dashboard to a file with its current settings', zh_CN: '将仪表盘按当前设置写入文件' },
    errors: [...queryErrors, ...printErrors, 'newer_program'],
    input: z.strictObject({
      ...dashboardInput,
      format: z.enum(dashboardFormats),
      language: languageSchema,
      theme: z.enum(['light', 'dark']).default('light'),
      /** Number units, colour of rises and first weekday, as the person has chosen. */
      units: z.enum(['language', 'wan', 'thousand', 'none']).default('language'),
      rising: z.enum(['green', 'red']).default('green'),
      weekStart: z.enum(['monday', 'sunday']).default('monday'),
      /** The tab that an image shows; the other formats hold all tabs. */
      tab: idSchema.nullable().default(null),
    }),
    output: z.void(),
    response: 'lines',
  }),
};
