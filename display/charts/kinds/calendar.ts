import { needsDays } from '../kind-checks.ts';
import type { ChartKindDescriptor } from '../kind-descriptor.ts';

export const calendar: ChartKindDescriptor = {
  texts: {
    zh_CN: { name: '日历图', when: '看哪些日子忙：星期、季节和节假日。' },
    en_US: { name: 'Calendar', when: 'Which days are busy: weekdays, seasons, holidays.' },
  },
  icon: 'calendar',
  dimensions: [1, 1],
  measures: [1, 1],
  check: needsDays,
  options: ['numbers'],
  surface: 'plot',
  draw: async () => (await import('../calendar.ts')).drawCalendar,
  parts: ['heatmap', 'calendar', 'graphic', 'visualMap'],
  sample: async () => (await import('../sample-distributions.ts')).distributionSamples.calendar,
  galleryHeight: 200,
};
