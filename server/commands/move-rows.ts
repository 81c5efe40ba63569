import { parseConfig } from '#server/config.ts';
import { openLog } from '#server/http/log.ts';
import { moveRows, printProgress } from '#server/segments/move-rows.ts';
import { fail } from './fail.ts';

async function run(to: 'warehouse' | 'files'): Promise<void> {
  const config = parseConfig(process.env);
  const rows = await moveRows(config, { log: openLog(config.logLevel).log, to, onProgress: printProgress() });
  const next = to === 'warehouse' ? 'Start with the same WAREHOUSE_URL' : 'Start without WAREHOUSE_URL';
  const dialect = to === 'warehouse' ? 'ClickHouse' : 'DuckDB';
  process.stdout.write(
    `Moved ${rows.toLocaleString('en')} rows. ${next} from now on. Saved SQL now runs as ${dialect} SQL: check its charts and cards.\n`,
  );
}

// Ignore signals: interrupting would leave a database process running. A killed move can be run again.
process.on('SIGTERM', () => {}).on('SIGINT', () => {});
run(process.argv[2] === 'files' ? 'files' : 'warehouse').catch(fail);
