import type { Plugin } from 'vite';

/** Replacements of modules of packages that no page needs, by the end of their path. */
const replacements: [end: string, source: string][] = [
  // Maps are GeoJSON outlines, never SVG.
  ['echarts/lib/coord/geo/GeoSVGResource.js', 'export class GeoSVGResource {}'],
  // No option has a form of ECharts 4 or older (display/charts/option-form.test.ts). It would also visit every point of
  // every chart that is drawn.
  [
    'echarts/lib/preprocessor/backwardCompat.js',
    `import { normalizeToArray } from '../util/model.js';
     export default (option) => { option.series = normalizeToArray(option.series); };`,
  ],
  // Colours come from the options, without patterns; data comes without transforms; charts have no spinner of their own;
  // tooltips are HTML; no code listens to events of ECharts 4.
  ['echarts/lib/theme/dark.js', 'export default {};'],
  ['echarts/lib/loading/default.js', 'export default () => undefined;'],
  ['echarts/lib/component/tooltip/TooltipRichContent.js', 'export default class {}'],
  ['echarts/lib/util/decal.js', 'export const createOrUpdatePatternFromDecal = () => null;'],
  [
    'echarts/lib/data/helper/transform.js',
    `export const registerExternalTransform = () => undefined;
     export const applyDataTransform = () => { throw new Error('Transforms are left out.'); };`,
  ],
  [
    'echarts/lib/legacy/dataSelectAction.js',
    `export const createLegacyDataSelectAction = () => undefined;
     export const handleLegacySelectEvents = () => undefined;`,
  ],
  // No tooltip is shared by several elements: these would be the popups of every page for it.
  ['antd/es/tooltip/UniqueProvider/index.js', 'export default ({ children }) => children;'],
  // Prefixes are added only on request.
  ['stylis/src/Prefixer.js', 'export const prefix = (value) => value;'],
];

/** Leaves out modules of packages that no page needs. */
export const leaveOut: Plugin = {
  name: 'leave-out',
  enforce: 'pre',
  load: (id) => replacements.find(([end]) => id.endsWith(`/node_modules/${end}`))?.[1],
};
