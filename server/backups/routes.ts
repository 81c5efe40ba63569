import type { backupRoutes } from '#contract/backups/routes.ts';
import { catalogue } from '#contract/error-catalogue.ts';
import { requirePassword } from '#server/accounts/passwords.ts';
import type { AccountServices } from '#server/accounts/services.ts';
import type { Handlers } from '#server/context.ts';
import type { Backups } from './backups.ts';

export const backupHandlers: Handlers<AccountServices & { backups: Backups }, typeof backupRoutes> = {
  'GET /backups': async ({ backups, language }) => {
    const failure = backups.failure();
    return {
      backups: await backups.list(),
      failure: failure && catalogue[failure][language],
      folder: backups.folder,
    };
  },
  'POST /backups': ({ backups }) => backups.start(),
  'DELETE /backups/:id': ({ backups }, { id }) => backups.remove(id),
  'POST /backups/:id/file': async (ctx, { id, password }) => {
    await requirePassword(ctx, password);
    return ctx.backups.open(id);
  },
};
