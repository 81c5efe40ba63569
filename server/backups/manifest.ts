import { z } from 'zod';

/** The form of a backup; a later one that older versions cannot read has a higher number. */
export const format = 1;

/** What a backup says of itself, first of all. */
export const manifestSchema = z.object({
  format: z.literal(format),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The newest migration of its database. */
  migration: z.number(),
  /** Its tables, in an order in which none refers to a later one, with their columns as they stand in the rows. */
  tables: z.array(z.object({ name: z.string().regex(/^\w+$/), columns: z.array(z.string()) })),
  /** Whether sessions were signed by a secret of the environment, which is not in the backup. */
  hasOwnSecret: z.boolean(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const secretsSchema = z.object({ auth: z.string().min(32) });

export const names = { manifest: 'manifest.json', secrets: 'secrets.json', checksums: 'checksums.json' };
export const tableFile = (name: string) => `database/${name}.jsonl`;

/** Whatever else a file brings along is not unpacked. */
const known =
  /^(manifest\.json|secrets\.json|checksums\.json|database\/\w+\.jsonl|segments\/[\w-]+\.duckdb|log\/[\w-]+\/\d{16}\.log)$/;
export const isKnown = (name: string): boolean => known.test(name);
