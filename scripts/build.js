// After the pages are built: bundles the server, and compresses the pages once so that no request has to.
import { build } from 'esbuild';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { buildPrograms } from './programs.js';

await buildPrograms('dist/server', {
  main: 'server/main.ts',
  'reset-password': 'server/commands/reset-password.ts',
  restore: 'server/commands/restore.ts',
  'load-sample': 'server/commands/load-sample.ts',
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

// Preloads every script that a dashboard needs, instead of discovering imports step by step.
const needed = [
  'layouts/DashboardLayout.tsx',
  'dashboard/DashboardArea.tsx',
  'dashboard/view/DashboardPage.tsx',
  'charts/ChartView.tsx',
  'charts/echarts.ts',
];
const manifest = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
rmSync('dist/web/manifest.json');
const linkedNames = new Set(['index.html']);
const links = needed.flatMap(linksOf);
const page = readFileSync('dist/web/index.html', 'utf8');
writeFileSync('dist/web/dashboard.html', page.replace('</head>', `${links.join('')}</head>`));

function linksOf(name) {
  if (linkedNames.has(name)) return [];
  linkedNames.add(name);
  const { file, imports = [], css = [] } = manifest[name];
  return [
    // A facade has been removed; its imports remain.
    ...(existsSync(`dist/web/${file}`) ? [`<link rel="modulepreload" fetchpriority="low" href="/${file}">`] : []),
    ...css.map((each) => `<link rel="stylesheet" crossorigin href="/${each}">`),
    ...imports.flatMap(linksOf),
  ];
}

for (const entry of readdirSync('dist/web', { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (!entry.isFile() || !/\.(js|css|json|svg|html|txt|webmanifest)$/.test(file)) continue;
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
