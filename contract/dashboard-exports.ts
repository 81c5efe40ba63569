import { z } from 'zod';

import type { ErrorBody } from './errors.ts';
import { languageSchema } from './language.ts';
import { idSchema, route } from './route.ts';
import { looked } from './runs.ts';

export const dashboardFormats = ['xlsx', 'pdf', 'png'] as const;
export type DashboardFormat = (typeof dashboardFormats)[number];

/** How an export of a dashboard is getting on; a ready one can be downloaded for an hour. */
export type DashboardExportLine =
  | { kind: 'running'; done: number; of: number }
  | { kind: 'ready'; id: string; name: string; bytes: number }
  | { kind: 'error'; error: ErrorBody };

export const dashboardExportRoutes = {
  'POST /dashboards/:id/exports': route({
    access: 'member',
    act: null,
    needs: 'view dashboard',
    summary: 'Write a dashboard into a file, as it is set now',
    input: z.strictObject({
      ...looked,
      format: z.enum(dashboardFormats),
      language: languageSchema,
      theme: z.enum(['light', 'dark']).default('light'),
      /** The units of numbers, which colour means more and when weeks begin, as the person has chosen. */
      units: z.enum(['language', 'wan', 'thousand', 'none']).default('language'),
      rising: z.enum(['green', 'red']).default('green'),
      weekStart: z.enum(['monday', 'sunday']).default('monday'),
      /** The tab that a picture shows; files of pages and sheets hold them all. */
      tab: idSchema.nullable().default(null),
    }),
    output: z.void(),
    gives: 'lines',
  }),
};
