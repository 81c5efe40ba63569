import type { memberRoutes } from '#contract/members.ts';
import type { Access } from '#server/access/access.ts';
import { testLetter } from '#server/accounts/letters.ts';
import type { Services as AccountServices } from '#server/accounts/services.ts';
import type { Handlers } from '#server/context.ts';
import { deliverNow } from '#server/mail/send.ts';
import { changeRole, disableMember, enableMember, removeMember } from './manage.ts';
import { transferThings } from './transfer.ts';

type Services = AccountServices & { access: Access };

export const memberHandlers: Handlers<Services, typeof memberRoutes> = {
  'PATCH /members/:id': changeRole,
  'POST /members/:id/disable': disableMember,
  'POST /members/:id/enable': enableMember,
  'POST /members/:id/transfer': transferThings,
  'DELETE /members/:id': removeMember,
  'POST /installation/mail-test': (ctx) => {
    const { name, email } = ctx.identity.member;
    return deliverNow(ctx, { to: email, ...testLetter(ctx.language, name, ctx.config.publicUrl) });
  },
};
