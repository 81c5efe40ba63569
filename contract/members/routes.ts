import { z } from 'zod';

import { roleSchema } from '#contract/accounts/routes.ts';
import { idSchema, noInput, noOutput, route } from '#contract/route.ts';

const oneMember = z.strictObject({ id: idSchema });

/** Management of members by owners. */
export const memberRoutes = {
  'PATCH /members/:id': route({
    access: 'owner',
    act: 'change_role',
    tells: ['role'],
    summary: 'Change the role of a member',
    input: z.strictObject({ id: idSchema, role: roleSchema }),
    output: noOutput,
  }),
  'POST /members/:id/disable': route({
    access: 'owner',
    act: 'disable_member',
    summary: 'Disable a member: their sessions and streams end, their keys do not work, nothing runs in their name',
    input: oneMember,
    output: noOutput,
  }),
  'POST /members/:id/enable': route({
    access: 'owner',
    act: 'enable_member',
    summary: 'Let a member in again who was disabled',
    input: oneMember,
    output: noOutput,
  }),
  'POST /members/:id/transfer': route({
    access: 'owner',
    act: 'hand_over',
    summary: 'Hand everything that a member made over to another',
    input: z.strictObject({ id: idSchema, to: idSchema }),
    output: noOutput,
  }),
  'DELETE /members/:id': route({
    access: 'owner',
    act: 'remove_member',
    summary: 'Remove a member; what they made stays, without a maker unless it was handed over before',
    input: oneMember,
    output: noOutput,
  }),
  'POST /installation/mail-test': route({
    access: 'owner',
    act: 'test_mail',
    summary: 'Send yourself a letter, to see whether mail works',
    input: noInput,
    output: noOutput,
  }),
};
