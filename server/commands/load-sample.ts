import { mkdir } from 'node:fs/promises';

import { languageOf } from '#contract/language.ts';
import { openProcesses } from '#engine/duckdb/processes.ts';
import { loadSample } from '#server/applications/sample.ts';
import { parseConfig } from '#server/config.ts';
import { openStore } from '#server/database/open.ts';
import { segmentFolder } from '#server/datasets/folders.ts';

/** Puts the sample into an installation before its server starts: the first visitor finds it there. */
async function run(): Promise<void> {
  const config = parseConfig(process.env);
  const store = await openStore(config);
  const loads = openProcesses({ max: 2, keep: 0 });
  try {
    await mkdir(segmentFolder(config.dataDirectory), { recursive: true });
    const { locale } = new Intl.DateTimeFormat().resolvedOptions();
    await loadSample({ db: store.db, config, loads }, { memberId: null, language: languageOf(locale) });
  } finally {
    await loads.close();
    await store.close();
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

// It takes seconds; stopped in the middle it would leave a database running.
process.on('SIGTERM', () => {}).on('SIGINT', () => {});
run().catch(fail);
