import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { defineConfig, type UserConfig } from 'vite';

import { planChunks } from './scripts/chunks.ts';
import { earlyScript } from './scripts/early-script.ts';
import { noFacades } from './scripts/facades.ts';
import { guide } from './scripts/guide.ts';
import { leaveOut } from './scripts/leave-out.ts';
import { leanRouter } from './scripts/lean-router.ts';
import { notices } from './scripts/notices.ts';

const changes = readFileSync('CHANGELOG.md', 'utf8').match(/^- /gm)?.length ?? 0;
const server = 'http://localhost:3000';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

// These packages do not declare that their modules have no side effects: a tooltip would pull in all of a form.
const definitions = {
  test: /node_modules\/(@rc-component|@ant-design\/(colors|cssinjs|cssinjs-utils|fast-color))\/.*\.js$/,
  sideEffects: false,
};

const config = {
  root: 'web',
  plugins: [guide, notices, leaveOut, leanRouter, earlyScript, react()],
  define: { __VERSION__: JSON.stringify(version), __CHANGES__: changes },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'static',
    // One file for all pages: split it would be a request for every part of a page.
    cssCodeSplit: false,
    // For scripts/build.js, which deletes it.
    manifest: 'manifest.json',
    target: 'es2022',
    // Chunks that every page has loaded need not be in preload lists.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_: string, names: string[]) =>
        names.filter((name) => !/\/(index|rolldown-runtime)-/.test(name)),
    },
    rolldownOptions: { treeshake: { moduleSideEffects: [definitions] } },
  },
  server: { port: 5173, proxy: { '/api': server } },
} satisfies UserConfig;

export default defineConfig(async ({ command }) => {
  if (command === 'serve') return config;
  const groups = await planChunks(config);
  const rolldownOptions = { ...config.build.rolldownOptions, output: { codeSplitting: { groups } } };
  return { ...config, plugins: [...config.plugins, noFacades], build: { ...config.build, rolldownOptions } };
});
