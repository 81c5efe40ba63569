import { restoreBackup } from '#server/backups/restore.ts';
import { DamagedBackup } from '#server/backups/tar.ts';
import { parseConfig } from '#server/config.ts';
import { openLog } from '#server/http/log.ts';
import { moveRows, printProgress } from '#server/segments/move-rows.ts';
import { fail } from './fail.ts';

async function run(file: string): Promise<void> {
  const config = parseConfig(process.env);
  const { log } = openLog(config.logLevel);
  const { manifest, aside } = await restoreBackup({ config, log }, file);
  if (config.warehouse) await moveRows(config, { log, to: 'warehouse', onProgress: printProgress() });
  const lines = [
    `Restored everything as it was at ${manifest.createdAt} (version ${manifest.version}) to ${config.dataDirectory}.`,
    aside && `The previous data is in ${aside}; delete it when you no longer need it.`,
    manifest.hasOwnSecret && 'Start with the same SHUJU_SECRET as before, or everyone has to sign in again.',
  ];
  process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`);
}

/** Nothing is changed before the whole backup is checked. */
function failToRestore(error: unknown): never {
  if (!(error instanceof DamagedBackup)) return fail(error);
  return fail(new Error(`The backup is damaged. ${error.message} Nothing was changed.`));
}

const file = process.argv[2];
// Ignore signals: interrupting would leave a database process running.
process.on('SIGTERM', () => {}).on('SIGINT', () => {});
if (file) run(file).catch(failToRestore);
else fail(new Error('Usage: npm run restore -- <file>'));
