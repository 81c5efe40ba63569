import { z } from 'zod';

import { idSchema, noInput, noOutput, route } from '#contract/route.ts';
import { nameSchema, textSchema } from '#contract/text.ts';

const maxGroupMembers = 10_000;
export const maxAttributes = 20;
export const maxAttributeValues = 1_000;

const groupFields = {
  name: nameSchema,
  description: textSchema(500),
  /** Members who have this value in the claim `groups` of the OpenID Connect provider belong to the group. */
  claim: textSchema(200).nullable(),
};
const membersSchema = z.array(idSchema).max(maxGroupMembers);

const groupSchema = z.object({
  id: idSchema,
  ...groupFields,
  /** Ids of all members, and of those who belong to it by their claims. */
  members: membersSchema,
  claimed: membersSchema,
});
export type MemberGroup = z.infer<typeof groupSchema>;

const attributeValuesSchema = z.array(nameSchema).max(maxAttributeValues);
/** Values by the name of the attribute. */
const attributesSchema = z
  .record(nameSchema, attributeValuesSchema)
  .refine((attributes) => Object.keys(attributes).length <= maxAttributes, 'too many attributes');
export type MemberAttributes = z.infer<typeof attributesSchema>;

/** Groups of members, and attributes of members. */
export const groupRoutes = {
  'GET /groups': route({
    access: 'editor',
    summary: { en_US: 'List groups', zh_CN: '列出成员组' },
    input: noInput,
    output: z.array(groupSchema),
  }),
  'POST /groups': route({
    access: 'owner',
    audit: { area: 'members', action: 'create_group', en_US: 'Create a group', zh_CN: '创建成员组' },
    stale: ['groups'],
    summary: { en_US: 'Create a group of members', zh_CN: '创建成员组' },
    errors: ['name_taken', 'not_found'],
    input: z.strictObject({ ...groupFields, members: membersSchema }),
    output: groupSchema,
  }),
  'PUT /groups/:id': route({
    access: 'owner',
    audit: { area: 'members', action: 'change_group', en_US: 'Change a group', zh_CN: '修改成员组' },
    stale: ['groups'],
    summary: { en_US: 'Update a group and its members', zh_CN: '修改成员组及其成员' },
    errors: ['name_taken'],
    input: z.strictObject({ id: idSchema, ...groupFields, members: membersSchema }),
    output: groupSchema,
  }),
  'DELETE /groups/:id': route({
    access: 'owner',
    audit: { area: 'members', action: 'delete_group', en_US: 'Delete a group', zh_CN: '删除成员组' },
    stale: ['groups'],
    summary: {
      en_US: 'Delete a group; its row rules no longer apply to anyone',
      zh_CN: '删除成员组；针对它的行级权限不再适用于任何人',
    },
    input: z.strictObject({ id: idSchema }),
    output: noOutput,
  }),
  'GET /members/attributes': route({
    access: 'editor',
    needsSession: true,
    summary: { en_US: 'List the names of member attributes', zh_CN: '列出成员已有的属性名称' },
    input: noInput,
    output: z.array(nameSchema),
  }),
  'GET /members/:id/attributes': route({
    access: 'owner',
    needsSession: true,
    summary: { en_US: 'Get the attributes of a member', zh_CN: '读取成员的属性' },
    input: z.strictObject({ id: idSchema }),
    output: attributesSchema,
  }),
  'PUT /members/:id/attributes': route({
    access: 'owner',
    needsSession: true,
    audit: { area: 'members', action: 'change_attributes', en_US: 'Change attributes', zh_CN: '修改成员属性' },
    stale: ['members'],
    summary: {
      en_US: 'Set the attributes of a member, for use in row rules',
      zh_CN: '设置成员的属性，供行级权限使用',
    },
    input: z.strictObject({ id: idSchema, attributes: attributesSchema }),
    output: noOutput,
  }),
};
