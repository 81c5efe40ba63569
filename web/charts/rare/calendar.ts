import { HeatmapChart } from 'echarts/charts';
import { CalendarComponent, GraphicComponent, VisualMapContinuousComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([HeatmapChart, CalendarComponent, GraphicComponent, VisualMapContinuousComponent]);

export { drawCalendar as draw } from '#display/charts/calendar.ts';
