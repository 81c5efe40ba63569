import { MapChart } from 'echarts/charts';
import { GeoComponent, VisualMapContinuousComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([MapChart, GeoComponent, VisualMapContinuousComponent]);

export { drawMap as draw } from '#display/charts/map.ts';
export { loadMapGeometry } from './map-geometry.ts';
