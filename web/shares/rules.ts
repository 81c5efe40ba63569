import type { TFunction } from 'i18next';

import type { Share } from '#contract/shares/routes.ts';

/** Describes the restrictions and permissions of a link. */
export const rulesOf = ({ hasPassword, allows, sites }: Share, t: TFunction): string[] => [
  ...(hasPassword ? [t('share.hasPassword')] : []),
  ...(allows.download ? [t('share.mayDownload')] : []),
  ...(sites.length > 0 ? [t('share.embedded', { sites: sites.join(', ') })] : []),
];
