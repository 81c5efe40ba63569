// After the pages are built: bundles the server, and compresses the pages once so that no request has to.
import { build } from 'esbuild';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { buildPrograms } from './programs.js';

await buildPrograms('dist/server', {
  main: 'server/main.ts',
  'reset-password': 'server/commands/reset-password.ts',
  restore: 'server/commands/restore.ts',
  'load-sample': 'server/commands/load-sample.ts',
  'move-rows': 'server/commands/move-rows.ts',
});

// The script for other web sites is built separately.
await build({
  entryPoints: ['web/script/s.ts'],
  outfile: 'dist/web/s.js',
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2020',
  logLevel: 'warning',
});

// The scripts of a dashboard; the chunks are planned by scripts/chunks.ts.
const manifest = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
rmSync('dist/web/manifest.json');
const scripts = ['index', 'frame', 'figures', 'view', 'plot'].map(
  (name) => Object.values(manifest).find((chunk) => chunk.name === name).file,
);

// Chromium compiles all functions of a script with this comment while the script arrives, on a thread of its own, instead
// of one by one when they are first called, on the thread that draws the page.
for (const file of scripts) {
  const script = `dist/web/${file}`;
  writeFileSync(script, `//# allFunctionsCalledOnLoad\n${readFileSync(script, 'utf8')}`);
}

// Preloads all of them, instead of discovering imports step by step; the page itself loads the first.
const links = scripts.slice(1).map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`);
const page = readFileSync('dist/web/index.html', 'utf8');
writeFileSync('dist/web/dashboard.html', page.replace('</head>', `${links.join('')}</head>`));

for (const entry of readdirSync('dist/web', { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (!entry.isFile() || !/\.(js|css|json|svg|html|txt|webmanifest)$/.test(file)) continue;
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
