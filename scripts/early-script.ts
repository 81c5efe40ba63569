import { build } from 'esbuild';
import type { Plugin } from 'vite';

const name = 'assets/early.js';

const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: ['web/early.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]!.text;
};

/**
 * Builds `web/early.ts` as a script of its own. A module would wait for the document, and share chunks with the page
 * that it must not wait for.
 */
export const earlyScript: Plugin = {
  name: 'early-script',
  configureServer(server) {
    server.middlewares.use(`/${name}`, (_, response, next) => {
      response.setHeader('content-type', 'text/javascript; charset=utf-8');
      bundle().then((source) => response.end(source), next);
    });
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: name, source: await bundle() });
  },
};
