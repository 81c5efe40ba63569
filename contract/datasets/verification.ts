import { z } from 'zod';

import { databaseKinds } from '#domain/databases.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import type { Expression } from '#domain/query/expression.ts';
import type { ColumnType, Formula } from '#domain/query/query.ts';
import { momentSchema } from '#contract/route.ts';
import { textSchema, plainTextsSchema } from '#contract/text.ts';

export const maxNoteLength = 500;
export const verificationNoteSchema = textSchema(maxNoteLength).trim();

/** The mark of a verified dataset or metric: who set it, when, and why. */
export const verificationSchema = z.object({
  /** Null if the member was removed. */
  by: z.string().nullable(),
  at: momentSchema,
  note: z.string(),
});
export type Verification = z.infer<typeof verificationSchema>;

/** The table of a connected database that a dataset reads, with an estimated number of rows; or SQL, without one. */
export const connectedSourceSchema = z.union([
  z.object({ kind: z.enum(databaseKinds), schema: z.string(), table: z.string() }),
  z.object({ kind: z.enum(databaseKinds), sql: z.string() }),
]);

/** The definition when it was marked as verified. The mark is removed when the current definition differs. */
export type VerifiedDefinition = {
  /** With the formulas of other metrics in place of references to them; null for a dataset. */
  formula: Formula | null;
  source: z.infer<typeof connectedSourceSchema> | null;
  /** All columns of a dataset; those that the formula of a metric reads. */
  columns: { id: string; storedName: string | null; type: ColumnType; label: LocalizedText }[];
  /** The calculated ones among these columns, with their formulas; absent in marks of older versions. */
  calculated?: { id: string; expression: Expression; label: LocalizedText }[];
};

/** A change of a definition that removes its mark. */
export const definitionChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['formula', 'source']) }),
  z.object({
    kind: z.enum(['columns_added', 'columns_removed', 'columns_renamed', 'columns_retyped', 'columns_recalculated']),
    columns: z.array(plainTextsSchema),
    /** Number of columns beyond those listed. */
    more: z.int(),
  }),
]);
export type DefinitionChange = z.infer<typeof definitionChangeSchema>;
