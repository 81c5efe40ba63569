import { mkdir } from 'node:fs/promises';

import { languageOf } from '#domain/language.ts';
import { openProcessPool } from '#engine/duckdb/process-pool.ts';
import { loadSample } from '#server/applications/sample.ts';
import { parseConfig } from '#server/config.ts';
import { openStore } from '#server/database/open.ts';
import { newSegmentFolder } from '#server/data-directory.ts';
import { openSegments } from '#server/segments/open-segments.ts';
import { openLog } from '#server/http/log.ts';
import { fail } from './fail.ts';

/** Loads the sample into an installation before its first start. */
async function run(): Promise<void> {
  const config = parseConfig(process.env);
  const { log } = openLog(config.logLevel);
  const store = await openStore(config, log);
  const loads = openProcessPool({ max: 2, min: 0 });
  try {
    await mkdir(newSegmentFolder(config), { recursive: true });
    const { locale } = new Intl.DateTimeFormat().resolvedOptions();
    const segments = await openSegments({ config, db: store.db, log });
    await loadSample({ db: store.db, config, loads, segments }, { memberId: null, language: languageOf(locale) });
  } finally {
    await loads.close();
    await store.close();
  }
}

// Ignore signals: interrupting would leave a database process running.
process.on('SIGTERM', () => {}).on('SIGINT', () => {});
run().catch(fail);
