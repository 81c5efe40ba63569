import { z } from 'zod';

import { accessFields } from '#contract/access/routes.ts';
import { datasetSummarySchema } from '#contract/datasets/routes.ts';
import { idSchema, momentSchema, noInput, noOutput, route } from '#contract/route.ts';
import { nameSchema } from '#contract/text.ts';

/** Where the data of an application comes from. */
export const applicationKinds = ['files', 'events', 'sample'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

/** Status: has data, waits for its first data, has rejected rows, or its last import failed. */
export const applicationHealths = ['good', 'waiting', 'rejects', 'failed'] as const;
export type ApplicationHealth = (typeof applicationHealths)[number];

export const applicationSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.enum(applicationKinds),
  health: z.enum(applicationHealths),
  datasets: z.number(),
  rows: z.number(),
  bytes: z.number(),
  /** Rows that arrived in each of the last sixty minutes, the current one last. */
  rate: z.array(z.number()),
  createdAt: momentSchema,
  lastDataAt: momentSchema.nullable(),
  trashedAt: momentSchema.nullable(),
  ...accessFields,
});
export type Application = z.infer<typeof applicationSchema>;

/** A write key. Its secret is shown once; after that only its last characters are known. */
export const keySchema = z.object({
  id: idSchema,
  name: z.string(),
  hint: z.string(),
  createdAt: momentSchema,
  lastUsedAt: momentSchema.nullable(),
  revokedAt: momentSchema.nullable(),
});
export type Key = z.infer<typeof keySchema>;

const id = z.strictObject({ id: idSchema });

export const applicationRoutes = {
  'GET /applications': route({
    access: 'member',
    summary: 'List the applications',
    input: noInput,
    output: z.array(applicationSchema),
  }),
  'POST /applications': route({
    access: 'editor',
    act: 'create_application',
    summary: 'Create an application',
    input: z.strictObject({ name: nameSchema, kind: z.enum(['files', 'events']) }),
    output: applicationSchema,
  }),
  'GET /applications/:id': route({
    access: 'member',
    needs: 'view application',
    summary: 'Read an application',
    input: id,
    output: applicationSchema,
  }),
  'PATCH /applications/:id': route({
    access: 'editor',
    act: 'change_application',
    needs: 'edit application',
    summary: 'Rename an application',
    input: z.strictObject({ id: idSchema, name: nameSchema }),
    output: applicationSchema,
  }),
  'DELETE /applications/:id': route({
    access: 'editor',
    act: 'delete_application',
    needs: 'edit application',
    summary: 'Move an application to the trash',
    input: id,
    output: noOutput,
  }),
  'POST /applications/:id/restore': route({
    access: 'editor',
    act: 'restore_application',
    needs: 'edit application',
    summary: 'Take an application out of the trash',
    input: id,
    output: noOutput,
  }),
  'DELETE /applications/:id/trash': route({
    access: 'editor',
    act: 'erase_application',
    needs: 'edit application',
    summary: 'Delete an application in the trash for good',
    input: id,
    output: noOutput,
  }),
  'GET /trash': route({
    access: 'editor',
    summary: 'List what is in the trash; after thirty days it is deleted',
    input: noInput,
    output: z.object({ applications: z.array(applicationSchema), datasets: z.array(datasetSummarySchema) }),
  }),
  'GET /applications/:id/keys': route({
    access: 'editor',
    needs: 'edit application',
    summary: 'List the write keys of an application',
    input: id,
    output: z.array(keySchema),
  }),
  'POST /applications/:id/keys': route({
    access: 'editor',
    act: 'create_key',
    tells: ['name'],
    needs: 'edit application',
    summary: 'Create a write key; the secret is shown this once',
    input: z.strictObject({ id: idSchema, name: nameSchema }),
    output: z.object({ key: keySchema, secret: z.string() }),
  }),
  'DELETE /applications/:id/keys/:key': route({
    access: 'editor',
    act: 'revoke_key',
    needs: 'edit application',
    summary: 'Revoke a write key',
    input: z.strictObject({ id: idSchema, key: idSchema }),
    output: noOutput,
  }),
  'POST /sample': route({
    access: 'editor',
    act: 'load_sample',
    summary: 'Load the sample: a shop with its orders, visits and products',
    input: noInput,
    output: applicationSchema,
  }),
  'DELETE /sample': route({
    access: 'editor',
    act: 'remove_sample',
    summary: 'Remove the sample for good',
    input: noInput,
    output: noOutput,
  }),
};
