import type { accountRoutes } from '#contract/accounts.ts';
import type { Handlers } from '#server/context.ts';
import { createOwner, signIn, signUp } from './admission.ts';
import { createInvitation, listInvitations, loadInvitation, withdrawInvitation } from './invitations.ts';
import { listMembers, loadMember, renameMember } from './members.ts';
import { changePassword, createResetLink, forgotPassword, resetPassword } from './passwords.ts';
import type { Services } from './services.ts';
import { changeSessions, endOtherSessions, endSession, listSessions } from './sessions.ts';

export const accountHandlers: Handlers<Services, typeof accountRoutes> = {
  'POST /auth/owner': createOwner,
  'POST /auth/signin': signIn,
  'POST /auth/signup': signUp,
  'POST /auth/invitation': (ctx, { invitation }) => loadInvitation(ctx.db, invitation),
  'POST /auth/forgot': forgotPassword,
  'POST /auth/reset': resetPassword,
  'GET /me': (ctx) => ctx.identity.member,
  'PATCH /me': (ctx, { name }) =>
    changeSessions(ctx, ctx.identity.member.id, (tx) => renameMember(tx, ctx.identity.member.id, name)),
  'POST /me/password': changePassword,
  'GET /sessions': (ctx) => listSessions(ctx.db, ctx.identity),
  'DELETE /sessions': (ctx) => endOtherSessions(ctx, ctx.identity),
  'DELETE /sessions/current': (ctx) => endSession(ctx, ctx.identity.member.id, ctx.identity.sessionId),
  'DELETE /sessions/:id': (ctx, { id }) => endSession(ctx, ctx.identity.member.id, id),
  'GET /members': (ctx) => listMembers(ctx.db),
  'POST /members/:id/reset-link': async (ctx, { id }) => createResetLink(ctx.auth, (await loadMember(ctx.db, id)).id),
  'GET /invitations': (ctx) => listInvitations(ctx.db),
  'POST /invitations': (ctx, { role }) => createInvitation(ctx.db, ctx.identity.member.id, role),
  'DELETE /invitations/:id': (ctx, { id }) => withdrawInvitation(ctx.db, id),
};
