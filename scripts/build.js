// After the pages are built: bundles the server, and compresses the pages once so that no request has to.
import { build } from 'esbuild';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

await build({
  entryPoints: {
    main: 'server/main.ts',
    'reset-password': 'server/commands/reset-password.ts',
    'load-sample': 'server/commands/load-sample.ts',
    'duckdb-process': 'engine/duckdb/process.ts',
  },
  outdir: 'dist/server',
  bundle: true,
  splitting: true,
  packages: 'external',
  // The rooms are imported by name; everything else that starts with # or not is a package.
  alias: { '#contract': './contract', '#display': './display', '#engine': './engine', '#server': './server' },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
});

// What writes files for people runs in a process of its own. It holds what only pages have otherwise: charts, maps, markdown.
await build({
  entryPoints: { 'print-process': 'server/dashboards/print/process.ts' },
  outdir: 'dist/server',
  bundle: true,
  external: ['pdfkit', 'svg-to-pdfkit', '@resvg/resvg-js', '@embedpdf/fonts-sc', 'hucre'],
  alias: { '#contract': './contract', '#display': './display', '#engine': './engine', '#server': './server' },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});

// What other web pages load is a script by itself.
await build({
  entryPoints: ['web/script/s.ts'],
  outfile: 'dist/web/s.js',
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2020',
  logLevel: 'warning',
});

for (const entry of readdirSync('dist/web', { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (!entry.isFile() || !/\.(js|css|json|svg|html|txt|webmanifest)$/.test(file)) continue;
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
