import react from '@vitejs/plugin-react';
import { marked } from 'marked';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const server = 'http://localhost:3000';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Turns a page of the guide into its title and HTML while the product is built. */
const guide: Plugin = {
  name: 'guide',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('.md?guide')) return undefined;
    const text = readFileSync(id.replace('?guide', ''), 'utf8');
    const [, title = '', body = ''] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
    return `export default ${JSON.stringify({ title, html: marked.parse(body, { async: false }) })}`;
  },
};

/** What every page stands on, in one file: many small ones compress worse and cost a request each. */
const base = {
  name: 'base',
  test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack)\//,
};

export default defineConfig({
  root: 'web',
  plugins: [guide, react()],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'static',
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: [base] } } },
  },
  server: { port: 5173, proxy: { '/api': server } },
});
