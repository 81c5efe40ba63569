import type { memberRoutes } from '#contract/members/routes.ts';
import type { seeAsRoutes } from '#contract/members/see-as.ts';
import type { AccessControl } from '#server/access/access.ts';
import { testEmail } from '#server/accounts/emails.ts';
import type { AccountServices } from '#server/accounts/services.ts';
import type { Handlers } from '#server/context.ts';
import { deliverNow } from '#server/mail/send.ts';
import { changeMayConnect, changeRole, disableMember, enableMember, removeMember } from './manage.ts';
import { startSeeAs } from './see-as.ts';
import { transferItems } from './transfer.ts';

type MemberServices = AccountServices & { access: AccessControl };

export const memberHandlers: Handlers<MemberServices, typeof memberRoutes & typeof seeAsRoutes> = {
  'PATCH /members/:id': changeRole,
  'PUT /members/:id/may-connect': changeMayConnect,
  'POST /members/:id/disable': disableMember,
  'POST /members/:id/enable': enableMember,
  'POST /members/:id/transfer': transferItems,
  'POST /members/:id/see-as': startSeeAs,
  'DELETE /members/:id': removeMember,
  'POST /installation/mail-test': (ctx) => {
    const { name, email } = ctx.identity.member;
    return deliverNow(ctx, { to: email, ...testEmail(ctx.language, name, ctx.config.publicUrl) });
  },
};
