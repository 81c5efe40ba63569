import type { installationRoutes } from '#contract/installation/routes.ts';
import type { Config } from '#server/config.ts';
import type { Handlers } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { version } from '#server/root.ts';
import { hasOwner, loadSignUp, saveSignUp } from './settings.ts';

export const installationHandlers: Handlers<{ db: Database; config: Config }, typeof installationRoutes> = {
  'GET /installation': async (ctx) => ({
    version,
    hasOwner: await hasOwner(ctx.db),
    signUp: await loadSignUp(ctx.db),
    hasMail: ctx.config.mail !== null,
    provider: ctx.config.oidc?.name ?? null,
    iconScript: ctx.config.iconScript,
  }),
  'PATCH /installation': (ctx, { signUp }) => saveSignUp(ctx.db, signUp),
};
