import { z } from 'zod';

/** Format version of a backup; raised when older versions cannot read it. */
export const backupFormat = 1;

/** Manifest: first entry of a backup. */
export const manifestSchema = z.object({
  format: z.literal(backupFormat),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Newest migration of its database. */
  migration: z.number(),
  /** Tables, sorted so that none references a later one, with their columns in row order. */
  tables: z.array(z.object({ name: z.string().regex(/^\w+$/), columns: z.array(z.string()) })),
  /** Whether sessions were signed with SHUJU_SECRET, which is not in the backup. */
  hasOwnSecret: z.boolean(),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

export const secretsSchema = z.object({ auth: z.string().min(32) });

export const names = { manifest: 'manifest.json', secrets: 'secrets.json', checksums: 'checksums.json' };
/** The name of a segment in a backup. Numbers of the warehouse are unique in their dataset only. */
export const backupNameOf = ({ datasetId, file }: { datasetId: string; file: string }) =>
  /^\d+-\d+$/.test(file) ? `${datasetId}_${file}` : file;

export const tableFile = (name: string) => `database/${name}.jsonl`;

/** Only these files are unpacked. */
const knownFile =
  /^(manifest\.json|secrets\.json|checksums\.json|database\/\w+\.jsonl|segments\/[\w-]+\.duckdb|log\/[\w-]+\/\d{16}\.log)$/;
export const isBackupFile = (name: string): boolean => knownFile.test(name);
