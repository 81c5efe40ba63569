import type { accountRoutes } from '#contract/accounts/routes.ts';
import type { keyRoutes } from '#contract/accounts/keys.ts';
import type { preferenceRoutes } from '#contract/preferences/routes.ts';
import type { passkeyRoutes } from '#contract/accounts/passkeys.ts';
import type { avatarRoutes, securityRoutes } from '#contract/accounts/security.ts';
import type { Handlers } from '#server/context.ts';
import { loadChosen, savePreferences } from '#server/preferences/preferences.ts';
import { createOwner, signIn, signUp } from './admission.ts';
import { loadAvatar, removeAvatar, setAvatar } from './avatars.ts';
import { createInvitation, listInvitations, loadInvitation, withdrawInvitation } from './invitations.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { listMembers, loadMember, renameMember } from './members.ts';
import { beginOidc, finishOidc } from './oidc.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { beginPasskeySignIn, signInByPasskey } from './passkey-signin.ts';
import { changePassword, createResetLink, forgotPassword, resetPassword } from './passwords.ts';
import type { AccountServices } from './services.ts';
import { changeSessions, endCurrentSession, endOtherSessions, endSession, listSessions } from './sessions.ts';
import {
  beginTwoStep,
  confirmTwoStep,
  deleteTwoStep,
  endTwoStep,
  loadProtection,
  renewBackupCodes,
} from './two-step.ts';
import { unlinkProvider } from './sign-in-methods.ts';

export const accountHandlers: Handlers<AccountServices, typeof accountRoutes> = {
  'POST /auth/owner': createOwner,
  'POST /auth/signin': signIn,
  'POST /auth/signup': signUp,
  'POST /auth/oidc/begin': beginOidc,
  'POST /auth/oidc': finishOidc,
  'POST /auth/invitation': (ctx, { invitation }) => loadInvitation(ctx.db, invitation),
  'POST /auth/forgot': forgotPassword,
  'POST /auth/reset': resetPassword,
  'GET /me': async ({ db, identity: { member } }) => ({ ...member, preferences: await loadChosen(db, member.id) }),
  'PATCH /me': (ctx, { name }) =>
    changeSessions(ctx, ctx.identity.member.id, (tx) => renameMember(tx, ctx.identity.member.id, name)),
  'POST /me/password': changePassword,
  'GET /sessions': (ctx) => listSessions(ctx.db, ctx.identity),
  'DELETE /sessions': (ctx) => endOtherSessions(ctx, ctx.identity),
  'DELETE /sessions/current': (ctx) => endCurrentSession(ctx, ctx.identity),
  'DELETE /sessions/:id': (ctx, { id }) => endSession(ctx, ctx.identity.member.id, id),
  'GET /members': (ctx) => listMembers(ctx.db),
  'POST /members/:id/reset-link': async (ctx, { id }) => createResetLink(ctx.db, (await loadMember(ctx.db, id)).id),
  'GET /invitations': (ctx) => listInvitations(ctx.db),
  'POST /invitations': createInvitation,
  'DELETE /invitations/:id': (ctx, { id }) => withdrawInvitation(ctx.db, id),
};

export const preferenceHandlers: Handlers<AccountServices, typeof preferenceRoutes> = {
  'PATCH /me/preferences': (ctx, fields) => savePreferences(ctx.db, ctx.identity.member.id, fields),
};

export const securityHandlers: Handlers<AccountServices, typeof securityRoutes> = {
  'GET /me/protection': loadProtection,
  'DELETE /me/providers/:id': unlinkProvider,
  'POST /me/two-step': beginTwoStep,
  'POST /me/two-step/confirm': confirmTwoStep,
  'POST /me/two-step/codes': renewBackupCodes,
  'POST /me/two-step/off': endTwoStep,
  'DELETE /members/:id/two-step': async (ctx, { id }) => deleteTwoStep(ctx.db, (await loadMember(ctx.db, id)).id),
};

export const passkeyHandlers: Handlers<AccountServices, typeof passkeyRoutes> = {
  'POST /auth/passkey/begin': beginPasskeySignIn,
  'POST /auth/passkey': signInByPasskey,
  'GET /me/passkeys': listPasskeys,
  'POST /me/passkeys/begin': beginPasskey,
  'POST /me/passkeys': addPasskey,
  'PATCH /me/passkeys/:id': renamePasskey,
  'DELETE /me/passkeys/:id': removePasskey,
};

export const avatarHandlers: Handlers<AccountServices, typeof avatarRoutes> = {
  'GET /avatars/:id': loadAvatar,
  'PUT /me/avatar': setAvatar,
  'DELETE /me/avatar': removeAvatar,
};

export const keyHandlers: Handlers<AccountServices, typeof keyRoutes> = {
  'GET /me/keys': listKeys,
  'POST /me/keys': createKey,
  'DELETE /me/keys/:id': revokeKey,
};
