import { defineConfig } from 'vitest/config';

const minute = 60_000;
// A machine may stand still for a minute. Where nobody watches, a failure counts if it comes twice; the report names it.
const retry = process.env['CI'] ? 1 : 0;

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'architecture', include: ['architecture.test.ts'] } },
      {
        test: {
          name: 'rooms',
          include: ['{contract,display,engine,server,web}/**/*.test.{ts,tsx}'],
          globalSetup: 'server/testing/setup.ts',
          // Most of them wait for processes of their own, so no core need be kept free.
          maxWorkers: '100%',
          // Reading the modules anew for every file takes longer than most of their tests.
          isolate: false,
          // A busy machine may take its time; waiting costs nothing when it does not.
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
          // A page waits half of its time; more at once and it waits for the others.
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
