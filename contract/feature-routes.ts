import { accessRoutes } from './access/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { applicationRoutes } from './applications/routes.ts';
import { queryRoutes } from './queries/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { channelRoutes } from './channels/routes.ts';
import { chartRoutes } from './saved-charts/routes.ts';
import { dashboardExportRoutes } from './dashboards/exports.ts';
import { dashboardRoutes } from './dashboards/routes.ts';
import { dataAddressRoutes } from './data-address/routes.ts';
import { datasetRoutes } from './datasets/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { installationRoutes } from './installation/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { metricRoutes } from './datasets/metrics.ts';
import { keyRoutes } from './accounts/keys.ts';
import { memberRoutes } from './members/routes.ts';
import { passkeyRoutes } from './accounts/passkeys.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import { avatarRoutes, securityRoutes } from './accounts/security.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { useRoutes } from './datasets/uses.ts';
import { reportRoutes } from './reports/routes.ts';
import { runRoutes } from './dashboards/runs.ts';
import { ownShareRoutes, sharedRoutes, shareRoutes } from './shares/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { storageRoutes } from './system/storage.ts';
import { systemRoutes } from './system/routes.ts';
import { changelogRoutes } from './changelog/routes.ts';

/** Routes of every feature but the audit log, which derives its actions from them. */
export const featureRoutes = {
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
  ...queryRoutes,
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
  ...backupRoutes,
  ...storageRoutes,
  ...liveRoutes,
};
