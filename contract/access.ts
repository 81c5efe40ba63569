import { z } from 'zod';

import { roleSchema } from './accounts.ts';
import { idSchema, noInput, noOutput, route } from './route.ts';

/** What one may do with a thing; whoever may edit may view. */
export const rights = ['view', 'edit'] as const;
export type Right = (typeof rights)[number];

/** Things that have an audience of their own; everything else follows one of these. */
export const sharedKinds = ['dashboard', 'application'] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** For whom a thing is: whoever made it, named members, or all members. */
export const sharings = ['private', 'members', 'everyone'] as const;
export type Sharing = (typeof sharings)[number];

/** What a thing tells of access: what the reader may do with it, and for whom it is. */
export const accessible = { right: z.enum(rights), sharing: z.enum(sharings) };
export type Accessible = { right: Right; sharing: Sharing };

/** So many members can be named. */
export const maxNamed = 100;

/** A member as others see them. */
export const namedMemberSchema = z.object({
  id: idSchema,
  name: z.string(),
  avatar: idSchema.nullable(),
  role: roleSchema,
});
export type NamedMember = z.infer<typeof namedMemberSchema>;

/** Who may see a thing. Whoever made it and the owner of the installation always may, and are not listed. */
export const audienceSchema = z.object({
  by: namedMemberSchema.nullable(),
  /** What every member may do. */
  everyone: z.enum(rights).nullable(),
  members: z.array(namedMemberSchema.extend({ right: z.enum(rights) })),
});
export type AudienceList = z.infer<typeof audienceSchema>;

const id = z.strictObject({ id: idSchema });
const newAudience = z.strictObject({
  id: idSchema,
  everyone: z.enum(rights).nullable(),
  members: z
    .array(z.strictObject({ id: idSchema, right: z.enum(rights) }))
    .max(maxNamed)
    .refine((list) => new Set(list.map((each) => each.id)).size === list.length, 'a member is named twice'),
});

export const accessRoutes = {
  'GET /dashboards/:id/access': route({
    access: 'editor',
    needs: 'edit dashboard',
    summary: 'Read who may see a dashboard',
    input: id,
    output: audienceSchema,
  }),
  'PUT /dashboards/:id/access': route({
    access: 'editor',
    act: 'change_access',
    tells: ['everyone'],
    needs: 'edit dashboard',
    summary: 'Say who may see a dashboard',
    input: newAudience,
    output: noOutput,
  }),
  'GET /applications/:id/access': route({
    access: 'editor',
    needs: 'edit application',
    summary: 'Read who may see an application and everything in it',
    input: id,
    output: audienceSchema,
  }),
  'PUT /applications/:id/access': route({
    access: 'editor',
    act: 'change_access',
    tells: ['everyone'],
    needs: 'edit application',
    summary: 'Say who may see an application and everything in it',
    input: newAudience,
    output: noOutput,
  }),
  'GET /members/names': route({
    access: 'member',
    summary: 'The names of all members, to choose from',
    input: noInput,
    output: z.array(namedMemberSchema),
  }),
};
