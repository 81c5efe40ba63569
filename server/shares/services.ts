import type { AccountServices } from '#server/accounts/services.ts';
import type { DashboardServices } from '#server/dashboards/dashboard-loads.ts';
import type { ChangeFeed } from '#server/live/changes.ts';
import type { PreviewImageCache } from './preview-image.ts';
import type { ShareSecrets } from './secrets.ts';

export type ShareServices = DashboardServices &
  Pick<AccountServices, 'limits'> & {
    changes: ChangeFeed;
    shareSecrets: ShareSecrets;
    sharePictures: PreviewImageCache;
  };
