import type { ownShareRoutes, sharedRoutes, shareRoutes } from '#contract/shares.ts';
import type { Handlers } from '#server/context.ts';
import { listBlockedParts, takeOverParts } from '#server/dashboards/blocked-parts.ts';
import { loadByPass } from './alive.ts';
import { loadFace } from './face.ts';
import { writeShareFile } from './file.ts';
import { hearShare } from './live.ts';
import { openShare } from './open.ts';
import { changeShare, listOwnShares, revokeOwnShare } from './own.ts';
import { pictureOfShare } from './picture.ts';
import { listShareValues, runShare } from './run.ts';
import type { Services } from './services.ts';
import { createShare, listShares, revokeShare } from './store.ts';

export const shareHandlers: Handlers<Services, typeof shareRoutes> = {
  'GET /dashboards/:id/blocked-parts': listBlockedParts,
  'POST /dashboards/:id/blocked-parts': takeOverParts,
  'GET /dashboards/:id/shares': listShares,
  'POST /dashboards/:id/shares': createShare,
  'DELETE /dashboards/:id/shares/:share': revokeShare,
};

export const ownShareHandlers: Handlers<Services, typeof ownShareRoutes> = {
  'GET /shares': listOwnShares,
  'PATCH /shares/:id': changeShare,
  'DELETE /shares/:id': revokeOwnShare,
};

export const sharedHandlers: Handlers<Services, typeof sharedRoutes> = {
  'POST /shares/open': openShare,
  'POST /shares/read': async (ctx, { pass }) => loadFace(await loadByPass(ctx, pass)),
  'POST /shares/run': (ctx, input) => (send, signal, failureOf) => runShare(ctx, input, { send, signal, failureOf }),
  'POST /shares/values': listShareValues,
  'POST /shares/file': writeShareFile,
  'POST /shares/live': hearShare,
  'GET /shares/:token/picture': pictureOfShare,
};
