import { util } from 'echarts/core';
import path from 'node:path';
import { expect, test } from 'vitest';

import { type ChartKind, chartKinds } from '#domain/query/chart-kinds.ts';
import { isTableKind } from './all-kinds.ts';
import { drawChart } from './draw-chart.ts';
import { optionsFor } from './draw-input.ts';
import { loadSample } from './samples.ts';

const kinds = chartKinds.filter((kind) => !isTableKind(kind));

async function drawOption(kind: ChartKind) {
  const { frame, drawing } = await loadSample(kind, 'en_US');
  const look = { language: 'en_US', theme: 'light', units: 'language', rising: 'red', weekStart: 'monday' } as const;
  const size = { width: 640, height: 320 };
  const options = optionsFor({ kind, options: drawing.options });
  const input = { frame, kind, options, look: { ...look, zone: 'UTC' }, showTip: null, isStatic: true, ...size };
  return (await drawChart(input)).option;
}

// The page bundle excludes ECharts' conversion of such options and the code that reads them: scripts/leave-out.ts.
test.each(kinds)('%s has no option of ECharts 4 or older, no pattern, transform or text tooltip', async (kind) => {
  const file = path.resolve('node_modules/echarts/lib/preprocessor/backwardCompat.js');
  const { default: convert } = (await import(file)) as { default: (option: object) => void };
  const option = await drawOption(kind);
  const converted = util.clone(option);
  convert(converted);
  expect(converted).toEqual({ ...option, series: [option.series].flat() });
  const names: string[] = [];
  JSON.stringify(option, (name, value: unknown) => (names.push(name), value));
  expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(decal|aria|transform|renderMode)$/)]));
});
