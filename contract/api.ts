import type { z } from 'zod';

import { accountRoutes } from './accounts.ts';
import { applicationRoutes } from './applications.ts';
import { askRoutes } from './asks.ts';
import { chartRoutes } from './charts.ts';
import { dashboardExportRoutes } from './dashboard-exports.ts';
import { dashboardRoutes } from './dashboards.ts';
import { datasetRoutes } from './datasets.ts';
import { importRoutes } from './imports.ts';
import { installationRoutes } from './installation.ts';
import { liveRoutes } from './live.ts';
import { metricRoutes } from './metrics.ts';
import { useRoutes } from './uses.ts';
import { runRoutes } from './runs.ts';

/** Every route of the product, by method and path. */
export const api = {
  ...installationRoutes,
  ...accountRoutes,
  ...applicationRoutes,
  ...datasetRoutes,
  ...metricRoutes,
  ...useRoutes,
  ...importRoutes,
  ...askRoutes,
  ...chartRoutes,
  ...dashboardRoutes,
  ...runRoutes,
  ...dashboardExportRoutes,
  ...liveRoutes,
};

export type Api = typeof api;
export type ApiKey = keyof Api;
export type Input<K extends ApiKey> = z.input<Api[K]['input']>;
export type Output<K extends ApiKey> = z.output<Api[K]['output']>;
