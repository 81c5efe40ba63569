import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { chromiumOptions } from './e2e/chromium.ts';

const minute = 60_000;
// Busy CI machines may stall for a minute: there a test fails only if its retry fails; the report lists retries.
const retry = process.env['CI'] ? 1 : 0;
// A busy machine may be slow; a long timeout costs nothing otherwise.
const limits = { expect: { poll: { timeout: 2 * minute } }, retry, testTimeout: 5 * minute, hookTimeout: 5 * minute };

const warehouseTests = [
  'server/datasets/datasets.test.ts',
  'server/datasets/row-rules.test.ts',
  'server/datasets/row-rule-routes.test.ts',
  'server/imports/imports.test.ts',
  'server/imports/reload.test.ts',
  'server/ingestion/push.test.ts',
  'server/ingestion/columns.test.ts',
  'server/queries/stream-answer.test.ts',
  'server/queries/exports.test.ts',
  'server/queries/edge-cases.test.ts',
  'server/queries/date-parts.test.ts',
  'server/queries/sql.test.ts',
  'server/dashboards/run.test.ts',
  'server/dashboards/rows-and-values.test.ts',
  'server/dashboards/newest-rows.test.ts',
  'server/extracts/extracts.test.ts',
  'server/backups/backups.test.ts',
  'server/system/system.test.ts',
];
const missingTest = warehouseTests.find((file) => !existsSync(file));
// A renamed test would no longer run here.
if (missingTest) throw new Error(`${missingTest} of the project warehouse does not exist.`);

/** Starts Trino first: one worker waits for it as long as the others take for everything else. */
class TrinoFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project }: TestSpecification) => (project.name === 'trino' ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: TrinoFirst },
    projects: [
      { test: { name: 'architecture', include: ['architecture.test.ts', 'architecture/*.test.ts'], ...limits } },
      {
        test: {
          name: 'layers',
          include: ['{domain,contract,display,engine,server,web}/**/*.test.{ts,tsx}', 'deploy/*.test.ts'],
          exclude: ['web/**/*.browser.test.{ts,tsx}', '**/*.trino.test.ts'],
          globalSetup: 'server/testing/setup.ts',
          // Tests wait for child processes, timers and databases; with two workers per core the cores are busy.
          maxWorkers: 2 * availableParallelism(),
          // Importing the modules again for every file takes longer than most tests.
          isolate: false,
          ...limits,
        },
      },
      // The same tests again, with products that store their rows in ClickHouse. They start as soon as the layers leave a
      // worker idle.
      {
        test: {
          name: 'warehouse',
          include: warehouseTests,
          globalSetup: 'server/testing/setup-warehouse.ts',
          env: { SHUJU_TEST_ROWS: 'warehouse' },
          maxWorkers: 2 * availableParallelism(),
          isolate: false,
          ...limits,
        },
      },
      // Beside the layers, because its tests wait for one query after the other. Its server takes long to start.
      {
        test: {
          name: 'trino',
          include: ['engine/**/*.trino.test.ts'],
          maxWorkers: 2 * availableParallelism(),
          isolate: false,
          ...limits,
        },
      },
      {
        root: 'web',
        plugins: [react()],
        cacheDir: '../node_modules/.vite-components',
        // All found before the first test: a dependency found later reloads the page in the middle of a test.
        optimizeDeps: {
          entries: ['**/*.browser.test.{ts,tsx}'],
          include: ['vitest-browser-react/pure', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'],
        },
        resolve: { dedupe: ['react', 'react-dom'] },
        test: {
          name: 'components',
          include: ['**/*.browser.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            // A busy machine takes long to bundle the dependencies before the first page.
            connectTimeout: 5 * minute,
            provider: playwright({ launchOptions: chromiumOptions(), contextOptions: { reducedMotion: 'reduce' } }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
            screenshotFailures: false,
          },
          isolate: false,
          sequence: { groupOrder: 2 },
          ...limits,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: 'e2e/setup.ts',
          // With three, both cores are busy while a page waits for the server.
          maxWorkers: 3,
          isolate: false,
          sequence: { groupOrder: 3 },
          ...limits,
        },
      },
    ],
  },
});
