import type { ownShareRoutes, sharedRoutes, shareRoutes } from '#contract/shares/routes.ts';
import type { Handlers } from '#server/context.ts';
import { listBlockedParts, takeOverParts } from '#server/dashboards/blocked-parts.ts';
import { loadByPass } from './active-share.ts';
import { loadPublicView } from './public-view.ts';
import { writeShareFile } from './export-file.ts';
import { subscribeToShare } from './share-events.ts';
import { openShare } from './open-share.ts';
import { changeShare, listOwnShares, revokeOwnShare } from './own-shares.ts';
import { loadPreviewImage } from './preview-image.ts';
import { listShareValues, runShare } from './run-share.ts';
import type { ShareServices } from './services.ts';
import { createShare, listShares, revokeShare } from './store.ts';

export const shareHandlers: Handlers<ShareServices, typeof shareRoutes> = {
  'GET /dashboards/:id/blocked-parts': listBlockedParts,
  'POST /dashboards/:id/blocked-parts': takeOverParts,
  'GET /dashboards/:id/shares': listShares,
  'POST /dashboards/:id/shares': createShare,
  'DELETE /dashboards/:id/shares/:share': revokeShare,
};

export const ownShareHandlers: Handlers<ShareServices, typeof ownShareRoutes> = {
  'GET /shares': listOwnShares,
  'PATCH /shares/:id': changeShare,
  'DELETE /shares/:id': revokeOwnShare,
};

export const sharedHandlers: Handlers<ShareServices, typeof sharedRoutes> = {
  'POST /shares/open': openShare,
  'POST /shares/read': async (ctx, { pass }) => loadPublicView(await loadByPass(ctx, pass)),
  'POST /shares/run': (ctx, input) => (send, signal, failureOf) => runShare(ctx, input, { send, signal, failureOf }),
  'POST /shares/values': listShareValues,
  'POST /shares/file': writeShareFile,
  'POST /shares/live': subscribeToShare,
  'GET /shares/:token/picture': loadPreviewImage,
};
