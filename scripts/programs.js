// Bundles what Node runs: the programs that people start, and those that the server starts as processes of their own.
import { build } from 'esbuild';

const options = {
  bundle: true,
  // The rooms are imported by name; everything else that starts with # or not is a package.
  alias: { '#contract': './contract', '#display': './display', '#engine': './engine', '#server': './server' },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
};

/** Puts the programs of processes into a folder, together with others that are named. */
export async function buildPrograms(outdir, others = {}) {
  await build({
    ...options,
    entryPoints: { ...others, 'duckdb-process': 'engine/duckdb/process.ts' },
    outdir,
    splitting: true,
    packages: 'external',
    sourcemap: true,
  });
  // What writes files for people holds what only pages have otherwise: charts, maps, markdown.
  await build({
    ...options,
    entryPoints: { 'print-process': 'server/dashboards/print/process.ts' },
    outdir,
    external: ['pdfkit', 'svg-to-pdfkit', '@resvg/resvg-js', '@embedpdf/fonts-sc', 'hucre'],
  });
}
