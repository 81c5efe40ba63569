import type { z } from 'zod';

import { accessRoutes } from './access.ts';
import { accountRoutes } from './accounts.ts';
import { alertRoutes } from './alerts.ts';
import { applicationRoutes } from './applications.ts';
import { askRoutes } from './asks.ts';
import { auditRoutes } from './audit.ts';
import { backupRoutes } from './backups.ts';
import { channelRoutes } from './channels.ts';
import { chartRoutes } from './charts.ts';
import { dashboardExportRoutes } from './dashboard-exports.ts';
import { dashboardRoutes } from './dashboards.ts';
import { dataAddressRoutes } from './data-addresses.ts';
import { datasetRoutes } from './datasets.ts';
import { importRoutes } from './imports.ts';
import { installationRoutes } from './installation.ts';
import { liveRoutes } from './live.ts';
import { metricRoutes } from './metrics.ts';
import { keyRoutes } from './keys.ts';
import { memberRoutes } from './members.ts';
import { passkeyRoutes } from './passkeys.ts';
import { preferenceRoutes } from './preferences.ts';
import { avatarRoutes, securityRoutes } from './security.ts';
import { notificationRoutes } from './notifications.ts';
import { useRoutes } from './uses.ts';
import { reportRoutes } from './reports.ts';
import { runRoutes } from './runs.ts';
import { ownShareRoutes, sharedRoutes, shareRoutes } from './shares.ts';
import { searchRoutes } from './search.ts';
import { storageRoutes } from './storage.ts';
import { systemRoutes } from './system.ts';
import { changelogRoutes } from './changelog.ts';

/** Every route of the product, by method and path. */
export const api = {
  ...installationRoutes,
  ...accountRoutes,
  ...preferenceRoutes,
  ...securityRoutes,
  ...avatarRoutes,
  ...passkeyRoutes,
  ...keyRoutes,
  ...memberRoutes,
  ...accessRoutes,
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
  ...dataAddressRoutes,
  ...shareRoutes,
  ...ownShareRoutes,
  ...sharedRoutes,
  ...notificationRoutes,
  ...searchRoutes,
  ...channelRoutes,
  ...alertRoutes,
  ...reportRoutes,
  ...changelogRoutes,
  ...systemRoutes,
  ...auditRoutes,
  ...backupRoutes,
  ...storageRoutes,
  ...liveRoutes,
};

export type Api = typeof api;
export type ApiKey = keyof Api;
export type Input<K extends ApiKey> = z.input<Api[K]['input']>;
export type Output<K extends ApiKey> = z.output<Api[K]['output']>;
