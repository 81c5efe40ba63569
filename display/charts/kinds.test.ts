import { expect, test } from 'vitest';

import type { Look } from '#display/frame.ts';
import { frameFor, refusalOf } from './refusal.ts';
import { kindFor } from './default-kind.ts';
import { findRegion, regionTitle } from './map-regions.ts';
import { sampleFrameOf, sampleBuilderOf } from './sample-builder.ts';
import { loadSample } from './samples.ts';
import { layOut } from './series-layout.ts';
import { summaryOf } from './summary.ts';
import { optionsFor } from './draw-input.ts';
import { placeWords } from './word-cloud.ts';
import { partsOf } from './chart-parts.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'sunday',
  zone: 'UTC',
};
const { names, amounts, time, bins } = sampleBuilderOf('en_US');
const plain = { format: 'plain' as const, decimals: null, unit: '' };
const share = { format: 'percent' as const, decimals: null, unit: '' };
const options = optionsFor({ kind: 'line', options: {} });
const letters = (count: number) =>
  Array.from({ length: count }, (_, index): [string, string] => [`n${index}`, `n${index}`]);

test('picks the default chart kind by the shape of the result', () => {
  const sum = amounts(['Sum', 'Sum'], plain, [1, 2]);
  expect(kindFor(sampleFrameOf([time(['Day', 'Day'], { unit: 'day' }, ['2026-01-01', '2026-01-02']), sum]))).toBe(
    'line',
  );
  expect(kindFor(sampleFrameOf([names(['Name', 'Name'], letters(2)), sum]))).toBe('bar_horizontal');
  expect(kindFor(sampleFrameOf([amounts(['Sum', 'Sum'], plain, [3])]))).toBe('figure');
  expect(
    kindFor(sampleFrameOf([names(['Name', 'Name'], letters(2)), amounts(['Share', 'Share'], share, [0.4, 0.6])])),
  ).toBe('ring');
  expect(
    kindFor(
      sampleFrameOf([
        names(['Name', 'Name'], letters(7)),
        amounts(['Share', 'Share'], share, [0.4, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1]),
      ]),
    ),
  ).toBe('bar_horizontal');
  expect(kindFor(sampleFrameOf([bins(['Age', 'Age'], 10, [0, 10]), sum]))).toBe('histogram');
  expect(kindFor(sampleFrameOf([names(['Name', 'Name'], letters(2))]))).toBe('table');
});

test('steps without rows are gaps, and the unfinished step is marked', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-05'];
  const frame = sampleFrameOf(
    [time(['Day', 'Day'], { unit: 'day' }, days), amounts(['Sum', 'Sum'], plain, [1, 2, 3])],
    {
      unfinished: '2026-01-05',
    },
  );
  const layout = layOut({ frame, options, look });
  expect(layout.series[0]!.values).toEqual([1, 2, null, null, 3]);
  expect(layout.series[0]!.rows).toEqual([0, 1, null, null, 2]);
  expect(layout.unfinished).toBe(4);
});

test('months, weeks, fiscal years and half-hour zones have their own steps', () => {
  const valuesOf = (grain: Parameters<typeof time>[1], steps: string[]) =>
    layOut({
      frame: sampleFrameOf([
        time(['T', 'T'], grain, steps),
        amounts(
          ['S', 'S'],
          plain,
          steps.map(() => 1),
        ),
      ]),
      options,
      look,
    }).series[0]!.values;
  expect(valuesOf({ unit: 'month' }, ['2026-03-01', '2025-12-01'])).toEqual([1, null, null, 1]);
  expect(valuesOf({ unit: 'iso_week' }, ['2025-12-29', '2026-01-12'])).toEqual([1, null, 1]);
  expect(valuesOf({ unit: 'fiscal_year', start: 4 }, ['2023-04-01', '2025-04-01'])).toEqual([1, null, 1]);
  expect(valuesOf({ unit: 'hour' }, ['2026-01-01T18:30:00Z', '2026-01-01T20:30:00Z'])).toEqual([1, null, 1]);
});

test('leaves out series beyond the limit and notes it', () => {
  const frame = sampleFrameOf([
    time(
      ['Day', 'Day'],
      { unit: 'day' },
      letters(30).map(() => '2026-01-01'),
    ),
    names(['Name', 'Name'], letters(30)),
    amounts(
      ['Sum', 'Sum'],
      plain,
      letters(30).map((_, index) => index),
    ),
  ]);
  const layout = layOut({ frame, options, look });
  expect(layout.series).toHaveLength(12);
  expect(layout.notes).toEqual(['Showing the 12 largest of 30 series.']);
});

test('finds provinces and countries by all their names', () => {
  expect(['四川', '四川省', 'Sichuan', 'sichuan province', 'SICHUAN'].map((name) => findRegion('china', name))).toEqual(
    Array(5).fill('四川'),
  );
  expect(
    ['内蒙古自治区', 'Inner Mongolia', 'Shaanxi', 'Shanxi', '上海市'].map((name) => findRegion('china', name)),
  ).toEqual(['内蒙古', '内蒙古', '陕西', '山西', '上海']);
  expect(['美国', 'USA', 'us', 'United States of America', 'U.S.'].map((name) => findRegion('world', name))).toEqual(
    Array(5).fill('United States'),
  );
  expect(
    ['韩国', 'South Korea', 'KOR', 'Czechia', "Cote d'Ivoire", '英国'].map((name) => findRegion('world', name)),
  ).toEqual(['Korea', 'Korea', 'Korea', 'Czech Rep.', "Côte d'Ivoire", 'United Kingdom']);
  expect([findRegion('world', 'Atlantis'), findRegion('china', '')]).toEqual([undefined, undefined]);
  expect([regionTitle('world', 'Korea', 'zh_CN'), regionTitle('china', '四川', 'en_US')]).toEqual(['韩国', 'Sichuan']);
});

test('the summary has the kind, the highest, the lowest and the last value', () => {
  const frame = sampleFrameOf([
    time(['Day', 'Day'], { unit: 'month' }, ['2026-01-01', '2026-02-01', '2026-03-01']),
    amounts(['Sales', 'Sales'], plain, [100, 50, 75]),
  ]);
  expect(summaryOf(frame, 'line', look)).toBe(
    'Line. Sales by Day, highest 100 (Jan 2026), lowest 50 (Feb 2026), last 75 (Mar 2026), +50% from the previous period.',
  );
  expect(summaryOf(frame, 'line', { ...look, language: 'zh_CN' })).toBe(
    '折线图。按Day统计的Sales，最高 100（2026年1月），最低 50（2026年2月），最近一期 75（2026年3月），比上一期 +50%。',
  );
});

test('words of a word cloud do not overlap, and their layout is deterministic', async () => {
  const { frame } = await loadSample('words', 'zh_CN');
  const { parts } = partsOf({ frame, look, options });
  const words = placeWords(parts, 500, 280);
  const overlap = words.some((a, index) =>
    words
      .slice(index + 1)
      .some((b) => Math.abs(a.x - b.x) * 2 < a.textWidth + b.textWidth && Math.abs(a.y - b.y) * 2 < a.size + b.size),
  );
  expect(overlap).toBe(false);
  expect(placeWords(parts, 500, 280)).toEqual(words);
});

test('uses the first column as the axis when a result has only numbers', () => {
  const hours = amounts(['Hour', 'Hour'], plain, [0, 1, 2]);
  const orders = amounts(['Orders', 'Orders'], plain, [5, 7, 6]);
  const frame = sampleFrameOf([hours, orders]);
  for (const kind of ['line', 'bar', 'area', 'bar_horizontal'] as const) {
    expect(refusalOf(kind, frame, 'en_US'), kind).toBeNull();
    const { items, series } = layOut({ frame: frameFor(kind, frame), options, look });
    expect(items.map(({ value }) => value)).toEqual([0, 1, 2]);
    expect(series.map(({ name, values }) => [name, values])).toEqual([['Orders', [5, 7, 6]]]);
  }
  expect(frameFor('scatter', frame)).toBe(frame);
  const one = sampleFrameOf([amounts(['A', 'A'], plain, [1]), amounts(['B', 'B'], plain, [2])]);
  expect(refusalOf('bar', one, 'en_US')).not.toBeNull();
});
