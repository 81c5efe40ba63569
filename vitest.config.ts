import { defineConfig } from 'vitest/config';

const minute = 60_000;
// A machine may stall for a minute. In CI a failure counts only if it happens twice; the report names it.
const retry = process.env['CI'] ? 1 : 0;

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'architecture', include: ['architecture.test.ts'] } },
      {
        test: {
          name: 'layers',
          include: ['{domain,contract,display,engine,server,web}/**/*.test.{ts,tsx}'],
          globalSetup: 'server/testing/setup.ts',
          // Most tests wait for processes of their own, so no core is kept free.
          maxWorkers: '100%',
          // Importing the modules again for every file takes longer than most tests.
          isolate: false,
          // A busy machine may be slow; a long timeout costs nothing otherwise.
          expect: { poll: { timeout: 2 * minute } },
          retry,
          testTimeout: 5 * minute,
          hookTimeout: 5 * minute,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: 'e2e/setup.ts',
          // A page waits half of its time; with more workers pages wait for each other.
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 2 * minute } },
          retry,
          testTimeout: 5 * minute,
          hookTimeout: 5 * minute,
        },
      },
    ],
  },
});
