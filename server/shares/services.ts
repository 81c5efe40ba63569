import type { AccountServices } from '#server/accounts/services.ts';
import type { DashboardServices } from '#server/dashboards/dashboard-loads.ts';
import type { ChangeFeed } from '#server/live/changes.ts';
import type { ShareSecrets } from './secrets.ts';

/** Cache of preview images by link; concurrent requests share one promise. */
export type PreviewImageCache = Map<string, { cacheKey: string; until: number; image: Promise<Buffer> }>;

export type ShareServices = DashboardServices &
  Pick<AccountServices, 'limits'> & {
    changes: ChangeFeed;
    shareSecrets: ShareSecrets;
    previewImages: PreviewImageCache;
  };
