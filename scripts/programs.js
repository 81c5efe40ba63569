// Bundles the Node programs: commands, and child processes of the server.
import { build } from 'esbuild';

const options = {
  bundle: true,
  // Layers are imported by alias; everything else is a package.
  alias: {
    '#domain': './domain',
    '#contract': './contract',
    '#display': './display',
    '#engine': './engine',
    '#server': './server',
  },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
};

/** Builds the programs of child processes into a folder, together with others. */
export async function buildPrograms(outdir, others = {}) {
  await build({
    ...options,
    entryPoints: { ...others, 'duckdb-process': 'engine/duckdb/process.ts' },
    outdir,
    splitting: true,
    packages: 'external',
    sourcemap: true,
  });
  // The print process bundles what otherwise only pages load: charts, maps, markdown.
  await build({
    ...options,
    entryPoints: { 'print-process': 'server/print/process.ts' },
    outdir,
    external: ['pdfkit', 'svg-to-pdfkit', '@resvg/resvg-js', '@embedpdf/fonts-sc', 'hucre'],
  });
}
