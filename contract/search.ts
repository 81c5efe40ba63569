import { z } from 'zod';

import { idSchema, route } from './route.ts';
import { textSchema } from './text.ts';

export const foundKinds = ['dashboard', 'card', 'application', 'dataset', 'column', 'member'] as const;
export type FoundKind = (typeof foundKinds)[number];

const marksSchema = z.array(z.tuple([z.number(), z.number()]));

const named = {
  id: idSchema,
  /** What it is called in the reader's language, and which parts of that were meant. */
  text: z.string(),
  marks: marksSchema,
  /** The other name by which it was found, if it was by another one. */
  also: z.object({ text: z.string(), marks: marksSchema }).nullable(),
  /** Where it is. */
  place: z.string(),
};

/** Something that was found, with what leads to it. */
export const foundSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dashboard'), ...named, isFavourite: z.boolean() }),
  z.object({ kind: z.literal('card'), ...named, dashboard: idSchema, tab: idSchema }),
  z.object({ kind: z.literal('application'), ...named }),
  z.object({ kind: z.literal('dataset'), ...named, application: idSchema }),
  z.object({ kind: z.literal('column'), ...named, application: idSchema, dataset: idSchema }),
  z.object({ kind: z.literal('member'), ...named }),
]);
export type Found = z.infer<typeof foundSchema>;

export const searchRoutes = {
  'GET /search': route({
    access: 'member',
    summary:
      'Find dashboards, cards, applications, datasets, columns and members by their names, also by pinyin and with a slip; without words, the dashboards last seen',
    input: z.strictObject({ q: textSchema(200) }),
    output: z.array(foundSchema),
  }),
};
