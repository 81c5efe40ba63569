import { use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// Loaded with downloads of charts: pages draw on a canvas only.
use([SVGRenderer]);

export { loadDrawer as loadExportDrawer } from './load-drawer.ts';
