import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import type { Look } from '#display/frame.ts';
import { contrastOf, distanceOf, seenBy, sights } from './colour.ts';
import { inks } from './ink.ts';
import { categorical, coloursOf, families, slotsOf } from './palette.ts';

const themes = ['light', 'dark'] as const;
const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'sunday',
  zone: 'UTC',
};

for (const theme of themes) {
  test(`the colours of the ${theme} theme reach a contrast of 3 to the surface, and its texts of 4.5`, () => {
    const { surface, text, quiet, good, bad, rest } = inks[theme];
    for (const colour of [...categorical[theme], rest]) expect(contrastOf(colour, surface)).toBeGreaterThanOrEqual(3);
    for (const colour of [text, quiet, good, bad]) expect(contrastOf(colour, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test(`any two colours of the ${theme} theme stay apart for everyone, also who is blind to red, green or blue`, () => {
    for (const sight of sights) {
      const seen = categorical[theme].map((colour) => seenBy(colour, sight));
      const distances = seen.flatMap((a, index) => seen.slice(index + 1).map((b) => distanceOf(a, b)));
      expect(Math.min(...distances), sight).toBeGreaterThan(8);
    }
  });

  test(`the ink of the ${theme} theme is that of the pages`, () => {
    const css = readFileSync('web/ui/global.css', 'utf8').split("[data-theme='dark']")[theme === 'light' ? 0 : 1]!;
    const { surface, border, text, quiet, good, bad } = inks[theme];
    for (const [name, colour] of Object.entries({ surface, border, text, quiet, good, bad })) {
      expect(css).toContain(`--${name}: ${colour};`);
    }
  });
}

test('a value has the same colour on every chart', () => {
  const items = (values: (string | null)[]) => values.map((value) => ({ value, isRest: false }));
  const [first] = coloursOf(items(['Sichuan']), look);
  expect(coloursOf(items(['Sichuan', 'Zhejiang']), look)[0]).toBe(first);
  expect(coloursOf(items(['Zhejiang', 'Sichuan']), look)).toEqual(
    coloursOf(items(['Sichuan', 'Zhejiang']), look).toReversed(),
  );
});

test('ten values of one chart have ten colours, whatever their order', () => {
  const values = Array.from({ length: 10 }, (_, index) => `value ${index}`);
  expect(new Set(slotsOf(values, 10).values()).size).toBe(10);
  expect(slotsOf(values.toReversed(), 10)).toEqual(slotsOf(values, 10));
  expect(
    slotsOf(
      Array.from({ length: 25 }, (_, index) => `more ${index}`),
      10,
    ).size,
  ).toBe(25);
});

test('up to four values of one chart have no two colours that look alike', () => {
  for (const values of [
    ['app', 'web', 'shop'],
    ['a', 'b', 'c', 'd'],
    ['北京', '上海', '广州', '深圳'],
    ['1', '2', '3'],
  ]) {
    const slots = [...slotsOf(values, 10).values()];
    expect(new Set(slots.map((slot) => families[slot])).size).toBe(values.length);
    for (const theme of themes) {
      const colours = slots.map((slot) => categorical[theme][slot]!);
      const distances = colours.flatMap((a, index) => colours.slice(index + 1).map((b) => distanceOf(a, b)));
      expect(Math.min(...distances)).toBeGreaterThan(13);
    }
  }
});

test('the rest and what is empty are grey', () => {
  expect(
    coloursOf(
      [
        { value: null, isRest: true },
        { value: null, isRest: false },
      ],
      look,
    ),
  ).toEqual([inks.light.rest, inks.light.empty]);
});

test('a value keeps its colour when a filter leaves fewer of them, and when others join', () => {
  const items = (values: string[]) => values.map((value) => ({ value, isRest: false }));
  const many = ['Anhui', 'Fujian', 'Guangdong', 'Hunan', 'Jiangsu', 'Shandong'];
  const before = coloursOf(items(many), look);
  for (const [index, value] of many.entries()) {
    expect(coloursOf(items([value]), look)).toEqual([before[index]]);
    expect(coloursOf(items([value, 'Tibet of the test']), look)[0]).toBe(before[index]);
  }
});
