import type { Services as AccountServices } from '#server/accounts/services.ts';
import type { Services as ViewServices } from '#server/dashboards/looking.ts';
import type { Changes } from '#server/live/changes.ts';
import type { Pictures } from './picture.ts';
import type { ShareSecrets } from './secrets.ts';

/** What the functions of this folder need. */
export type Services = ViewServices &
  Pick<AccountServices, 'limits'> & { changes: Changes; shareSecrets: ShareSecrets; sharePictures: Pictures };
