import type { AccountServices } from '#server/accounts/services.ts';
import type { Backups } from '#server/backups/backups.ts';
import type { Egress } from '#server/egress/request.ts';
import type { Encryptor } from '#server/database/encryption.ts';
import type { ConnectionServices } from '#server/connections/services.ts';
import type { ChannelServices } from '#server/channels/store.ts';
import type { Profiles } from '#server/datasets/profile.ts';
import type { ProcessPool } from '#engine/duckdb/process-pool.ts';
import type { DashboardLoads } from '#server/dashboards/dashboard-loads.ts';
import type { DatasetServices } from '#server/datasets/services.ts';
import type { Ingestion } from '#server/ingestion/ingestion.ts';
import type { FindBrokenUses } from '#server/imports/confirmation.ts';
import type { RunningJobs } from '#server/imports/running-jobs.ts';
import type { QueryServices } from '#server/queries/services.ts';
import type { maySeeChange } from '#server/access/change-visibility.ts';
import type { ChangeFeed } from '#server/live/changes.ts';
import type { PreviewImageCache } from '#server/shares/services.ts';
import type { ShareSecrets } from '#server/shares/secrets.ts';
import type { SearchIndex } from '#server/search/search-index.ts';

/** All services of all handlers. */
export type AppServices = AccountServices &
  DatasetServices &
  QueryServices &
  ChannelServices &
  ConnectionServices & {
    egress: Egress;
    emailLinkSealer: Encryptor;
    extractEncryptor: Encryptor;
    backups: Backups;
    changes: ChangeFeed;
    maySeeChange: typeof maySeeChange;
    profiles: Profiles;
    jobs: RunningJobs;
    previewPool: ProcessPool;
    findBrokenUses: FindBrokenUses;
    ingestion: Ingestion;
    dashboardLoads: DashboardLoads;
    searchIndex: SearchIndex;
    shareSecrets: ShareSecrets;
    previewImages: PreviewImageCache;
  };
