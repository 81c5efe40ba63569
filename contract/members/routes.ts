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
    summary: { en_US: 'Change the role of a member', zh_CN: '修改成员的角色' },
    input: z.strictObject({ id: idSchema, role: roleSchema }),
    output: noOutput,
  }),
  'POST /members/:id/disable': route({
    access: 'owner',
    act: 'disable_member',
    summary: {
      en_US: 'Disable a member: their sessions and streams end, their keys do not work, nothing runs in their name',
      zh_CN: '停用成员：会话和实时连接结束，密钥失效，不再以其名义运行任何内容',
    },
    input: oneMember,
    output: noOutput,
  }),
  'POST /members/:id/enable': route({
    access: 'owner',
    act: 'enable_member',
    summary: { en_US: 'Let a member in again who was disabled', zh_CN: '重新启用已停用的成员' },
    input: oneMember,
    output: noOutput,
  }),
  'POST /members/:id/transfer': route({
    access: 'owner',
    act: 'hand_over',
    summary: {
      en_US: 'Hand everything that a member made over to another',
      zh_CN: '把成员创建的全部内容移交给另一位成员',
    },
    input: z.strictObject({ id: idSchema, to: idSchema }),
    output: noOutput,
  }),
  'DELETE /members/:id': route({
    access: 'owner',
    act: 'remove_member',
    summary: {
      en_US: 'Remove a member; what they made stays, without a maker unless it was handed over before',
      zh_CN: '移除成员；其创建的内容保留，未移交的不再有创建者',
    },
    input: oneMember,
    output: noOutput,
  }),
  'POST /installation/mail-test': route({
    access: 'owner',
    act: 'test_mail',
    summary: {
      en_US: 'Send yourself a letter, to see whether mail works',
      zh_CN: '给自己发一封邮件，检查邮件是否可用',
    },
    input: noInput,
    output: noOutput,
  }),
};
