import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

import { guide } from './scripts/guide.ts';
import { notices } from './scripts/notices.ts';

const changes = readFileSync('CHANGELOG.md', 'utf8').match(/^- /gm)?.length ?? 0;
const server = 'http://localhost:3000';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Maps are GeoJSON outlines, never SVG: leaves out the SVG loader of ECharts. */
const noDrawnMaps: Plugin = {
  name: 'no-drawn-maps',
  enforce: 'pre',
  load: (id) => (id.endsWith('/coord/geo/GeoSVGResource.js') ? 'export class GeoSVGResource {}' : undefined),
};

// Many small files compress worse and cost a request each. A folder imports only those before it, so these chunks have
// no cycles.
const shared = { minShareCount: 4, includeDependenciesRecursively: false };
const iconsOf = (names: string) =>
  new RegExp(`@ant-design/icons(-svg)?/es/(icons|asn)/(${names})(Outlined|Filled)\\.js$`);
// Icons of the layout and of dashboards; each in its own file would weigh as much as three of them together.
const signs =
  'Appstore|Bell|Book|Calendar|Close|Dashboard|Desktop|Down|Download|Edit|Expand|Filter|FullscreenExit|Fullscreen|' +
  'InfoCircle|LineChart|Lock|Logout|More|QuestionCircle|Reload|Search|Star|Swap|Table|Team|User';
const files = [
  { name: 'base', tags: ['$initial' as const] },
  { name: 'plot', test: /web\/charts\/echarts\.ts$/ },
  {
    name: 'asks',
    test: /\/domain\/(time\/(calendar|span|step-range|time-steps)|query\/query|dashboard\/(point-filters|queries|filters|uses))\.ts$/,
    ...shared,
    minShareCount: 2,
  },
  { name: 'words', test: /\/display\/(format|words)\//, ...shared },
  { name: 'charts', test: /\/display\/(charts|tables|frame)/, ...shared },
  { name: 'view', test: /web\/(viewer|dashboard\/view)\//, minShareCount: 3, includeDependenciesRecursively: false },
  { name: 'signs', test: iconsOf(signs), includeDependenciesRecursively: false },
  { name: 'icons', test: iconsOf('\\w+'), ...shared, minShareCount: 5 },
];

// These packages do not declare that their modules have no side effects: a tooltip would pull in all of a form.
const definitions = { test: /node_modules\/@rc-component\/.*\.js$/, sideEffects: false };

export default defineConfig({
  root: 'web',
  plugins: [guide, notices, noDrawnMaps, react()],
  define: { __VERSION__: JSON.stringify(version), __CHANGES__: changes },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'static',
    // For scripts/build.js, which deletes it.
    manifest: 'manifest.json',
    target: 'es2022',
    // Chunks that every page has loaded need not be in preload lists.
    modulePreload: {
      resolveDependencies: (_, names) => names.filter((name) => !/\/(base|rolldown-runtime)-/.test(name)),
    },
    rolldownOptions: {
      treeshake: { moduleSideEffects: [definitions] },
      output: { codeSplitting: { groups: files } },
    },
  },
  server: { port: 5173, proxy: { '/api': server } },
});
