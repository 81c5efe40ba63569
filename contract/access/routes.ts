import { z } from 'zod';

import { roleSchema } from '#contract/accounts/routes.ts';
import { idSchema, noInput, noOutput, route } from '#contract/route.ts';

/** Right of a member to an object; `edit` includes `view`. */
export const rights = ['view', 'edit'] as const;
export type Right = (typeof rights)[number];

/**
 * Objects that have access rules of their own. Dashboards, applications and folders also inherit from the folders they
 * are in, and everything else inherits from one of these.
 */
const sharedKinds = ['dashboard', 'application', 'folder'] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** Who has access: only the creator, named members, or all members. */
export const sharings = ['private', 'members', 'everyone'] as const;
export type Sharing = (typeof sharings)[number];

/**
 * Access fields of a listed object: what the reader may do with it, who has access, and the folder it is in. The folder
 * is null at the top level and if the reader may not see it.
 */
export const accessFields = { right: z.enum(rights), sharing: z.enum(sharings), folder: idSchema.nullable() };
export type AccessFields = { right: Right; sharing: Sharing; folder: string | null };

/** Max members in one access list. */
export const maxAccessMembers = 100;

/** A member as other members see them. */
export const namedMemberSchema = z.object({
  id: idSchema,
  name: z.string(),
  avatar: idSchema.nullable(),
  role: roleSchema,
});
export type NamedMember = z.infer<typeof namedMemberSchema>;

const memberWithRightSchema = namedMemberSchema.extend({ right: z.enum(rights) });

/** Who has access to an object. Its creator and the owner of the installation always do and are not listed. */
const audienceSchema = z.object({
  by: namedMemberSchema.nullable(),
  /** The right of every member. */
  everyone: z.enum(rights).nullable(),
  members: z.array(memberWithRightSchema),
  /** Rights from the folders above; null at the top level. */
  inherited: z.object({ everyone: z.enum(rights).nullable(), members: z.array(memberWithRightSchema) }).nullable(),
});
export type AudienceList = z.infer<typeof audienceSchema>;

const id = z.strictObject({ id: idSchema });
const newAudience = z.strictObject({
  id: idSchema,
  everyone: z.enum(rights).nullable(),
  members: z
    .array(z.strictObject({ id: idSchema, right: z.enum(rights) }))
    .max(maxAccessMembers)
    .refine((list) => new Set(list.map((each) => each.id)).size === list.length, 'a member is named twice'),
});

const changeAccessAction = {
  area: 'dashboards',
  action: 'change_access',
  en_US: 'Change who can see it',
  zh_CN: '修改可见范围',
} as const;

export const accessRoutes = {
  'GET /dashboards/:id/access': route({
    access: 'editor',
    needs: 'edit dashboard',
    summary: { en_US: 'List who can see a dashboard', zh_CN: '读取谁可以查看仪表盘' },
    input: id,
    output: audienceSchema,
  }),
  'PUT /dashboards/:id/access': route({
    access: 'editor',
    audit: changeAccessAction,
    auditedFields: ['everyone'],
    needs: 'edit dashboard',
    stale: ['dashboards', 'dashboard/:id'],
    summary: { en_US: 'Set who can see a dashboard', zh_CN: '设置谁可以查看仪表盘' },
    errors: ['viewer_cannot_edit'],
    input: newAudience,
    output: noOutput,
  }),
  'GET /applications/:id/access': route({
    access: 'editor',
    needs: 'edit application',
    summary: { en_US: 'List who can see an application and everything in it', zh_CN: '读取谁可以查看应用及其全部内容' },
    input: id,
    output: audienceSchema,
  }),
  'PUT /applications/:id/access': route({
    access: 'editor',
    audit: changeAccessAction,
    auditedFields: ['everyone'],
    needs: 'edit application',
    stale: ['applications', 'application/:id'],
    summary: { en_US: 'Set who can see an application and everything in it', zh_CN: '设置谁可以查看应用及其全部内容' },
    errors: ['viewer_cannot_edit'],
    input: newAudience,
    output: noOutput,
  }),
  'GET /folders/:id/access': route({
    access: 'editor',
    needs: 'edit folder',
    summary: { en_US: 'List who can see a folder and everything in it', zh_CN: '读取谁可以查看文件夹及其全部内容' },
    input: id,
    output: audienceSchema,
  }),
  'PUT /folders/:id/access': route({
    access: 'editor',
    audit: changeAccessAction,
    auditedFields: ['everyone'],
    needs: 'edit folder',
    // What is inside a folder inherits from it.
    stale: ['folders', 'dashboards', 'dashboard', 'applications', 'application'],
    summary: { en_US: 'Set who can see a folder and everything in it', zh_CN: '设置谁可以查看文件夹及其全部内容' },
    errors: ['viewer_cannot_edit'],
    input: newAudience,
    output: noOutput,
  }),
  'GET /members/names': route({
    access: 'member',
    needsSession: true,
    summary: { en_US: 'List the names of all members', zh_CN: '所有成员的姓名，供选择' },
    input: noInput,
    output: z.array(namedMemberSchema),
  }),
};
