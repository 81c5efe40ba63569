import { z } from 'zod';

import { roleSchema } from '#contract/accounts/routes.ts';
import { idSchema, noInput, noOutput, route, sessionRoutes } from '#contract/route.ts';
import { mailErrors } from '#contract/error-groups.ts';

const oneMember = z.strictObject({ id: idSchema });

/** Management of members by owners. */
export const memberRoutes = sessionRoutes({
  'PATCH /members/:id': route({
    access: 'owner',
    audit: { area: 'members', action: 'change_role', en_US: 'Change the role of a member', zh_CN: '修改成员角色' },
    auditedFields: ['role'],
    stale: ['members'],
    summary: { en_US: 'Change the role of a member', zh_CN: '修改成员的角色' },
    errors: ['last_owner', 'own_account'],
    input: z.strictObject({ id: idSchema, role: roleSchema }),
    output: noOutput,
  }),
  'PUT /members/:id/may-connect': route({
    access: 'owner',
    audit: {
      area: 'members',
      action: 'let_connect',
      en_US: 'Change who can connect databases',
      zh_CN: '修改可以连接数据库的成员',
    },
    auditedFields: ['mayConnect'],
    stale: ['members'],
    summary: { en_US: 'Allow or disallow an editor to connect databases', zh_CN: '允许或不再允许编辑者连接数据库' },
    input: z.strictObject({ id: idSchema, mayConnect: z.boolean() }),
    output: noOutput,
  }),
  'POST /members/:id/disable': route({
    access: 'owner',
    audit: { area: 'members', action: 'disable_member', en_US: 'Disable a member', zh_CN: '停用成员' },
    stale: ['members'],
    summary: {
      en_US: 'Disable a member: their sessions end, their keys stop working, and nothing runs in their name',
      zh_CN: '停用成员：会话和实时连接结束，密钥失效，不再以其名义运行任何内容',
    },
    errors: ['last_owner', 'own_account'],
    input: oneMember,
    output: noOutput,
  }),
  'POST /members/:id/enable': route({
    access: 'owner',
    audit: { area: 'members', action: 'enable_member', en_US: 'Enable a member', zh_CN: '启用成员' },
    stale: ['members'],
    summary: { en_US: 'Enable a disabled member', zh_CN: '重新启用已停用的成员' },
    input: oneMember,
    output: noOutput,
  }),
  'POST /members/:id/transfer': route({
    access: 'owner',
    audit: {
      area: 'members',
      action: 'hand_over',
      en_US: 'Transfer what a member created',
      zh_CN: '移交成员创建的内容',
    },
    stale: ['members'],
    summary: {
      en_US: 'Transfer everything a member created to another member',
      zh_CN: '把成员创建的全部内容移交给另一位成员',
    },
    errors: ['own_account'],
    input: z.strictObject({ id: idSchema, to: idSchema }),
    output: noOutput,
  }),
  'DELETE /members/:id': route({
    access: 'owner',
    audit: { area: 'members', action: 'remove_member', en_US: 'Remove a member', zh_CN: '移除成员' },
    stale: ['members'],
    summary: {
      en_US: 'Remove a member; what they created stays, without an owner unless it was transferred before',
      zh_CN: '移除成员；其创建的内容保留，未移交的不再有创建者',
    },
    errors: ['last_owner', 'own_account'],
    input: oneMember,
    output: noOutput,
  }),
  'POST /installation/mail-test': route({
    access: 'owner',
    audit: { area: 'installation', action: 'test_mail', en_US: 'Send a test email', zh_CN: '发送测试邮件' },
    stale: [],
    summary: {
      en_US: 'Send yourself a test email',
      zh_CN: '给自己发一封邮件，检查邮件是否可用',
    },
    errors: mailErrors,
    input: noInput,
    output: noOutput,
  }),
});
