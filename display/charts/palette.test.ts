import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import type { Look } from '#display/frame.ts';
import { contrastOf, distanceOf, simulateVision, visionTypes } from './colour.ts';
import { inks } from './ink.ts';
import { categorical, coloursOf, slotsOf } from './palette.ts';

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
  test(`the colours of the ${theme} theme have a contrast of 3 to the surface, and its texts of 4.5`, () => {
    const { surface, text, quiet, good, bad, rest } = inks[theme];
    for (const colour of [...categorical[theme], rest]) expect(contrastOf(colour, surface)).toBeGreaterThanOrEqual(3);
    for (const colour of [text, quiet, good, bad]) expect(contrastOf(colour, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test(`any two colours of the ${theme} theme are distinguishable, with colour blindness too`, () => {
    for (const visionType of visionTypes) {
      const simulated = categorical[theme].map((colour) => simulateVision(colour, visionType));
      const distances = simulated.flatMap((a, index) => simulated.slice(index + 1).map((b) => distanceOf(a, b)));
      expect(Math.min(...distances), visionType).toBeGreaterThan(8);
    }
  });

  test(`the ink of the ${theme} theme equals the colours of the pages`, () => {
    const css = readFileSync('web/ui/global.css', 'utf8').split("[data-theme='dark']")[theme === 'light' ? 0 : 1]!;
    const { surface, border, text, quiet, good, bad } = inks[theme];
    for (const [name, colour] of Object.entries({ surface, border, text, quiet, good, bad })) {
      expect(css).toContain(`--${name}: ${colour};`);
    }
  });
}

const items = (values: (string | null)[]) => values.map((value) => ({ value, isRest: false }));

test('a value has the same colour on every chart', () => {
  const [first] = coloursOf(items(['Sichuan']), look, 'Province');
  expect(coloursOf(items(['Sichuan', 'Zhejiang']), look, 'Province')[0]).toBe(first);
  expect(coloursOf(items(['Zhejiang', 'Sichuan']), look, 'Province')).toEqual(
    coloursOf(items(['Sichuan', 'Zhejiang']), look, 'Province').toReversed(),
  );
});

test('values of a dimension take colours in palette order', () => {
  for (const values of [
    ['app', 'shop', 'web'],
    ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  ]) {
    expect([...slotsOf(values, 10).values()]).toEqual(values.map((_, index) => index));
    expect(coloursOf(items(values), look, `a dimension of ${values.length}`)).toEqual(
      categorical.light.slice(0, values.length),
    );
  }
});

test('values shown alone in separate charts get distinct colours', () => {
  const alone = ['Tea', 'Coffee', 'Snacks'].map((value) => coloursOf(items([value]), look, 'Goods')[0]);
  expect(alone).toEqual(categorical.light.slice(0, 3));
  expect(coloursOf(items(['Tea', 'Coffee', 'Snacks']), look, 'Goods')).toEqual(alone);
});

test('ten values of one chart have ten colours, in any order', () => {
  const values = Array.from({ length: 10 }, (_, index) => `value ${index}`);
  expect(new Set(slotsOf(values, 10).values()).size).toBe(10);
  expect(slotsOf(values.toReversed(), 10)).toEqual(slotsOf(values, 10));
  const more = Array.from({ length: 25 }, (_, index) => `more ${index}`);
  expect(slotsOf(more, 10).size).toBe(25);
});

test('the first four colours are clearly distinct', () => {
  for (const theme of themes) {
    const colours = categorical[theme].slice(0, 4);
    const distances = colours.flatMap((a, index) => colours.slice(index + 1).map((b) => distanceOf(a, b)));
    expect(Math.min(...distances)).toBeGreaterThan(13);
  }
});

test('the rest and empty values are grey', () => {
  expect(
    coloursOf(
      [
        { value: null, isRest: true },
        { value: null, isRest: false },
      ],
      look,
      'Province',
    ),
  ).toEqual([inks.light.rest, inks.light.empty]);
});

test('a value keeps its colour when a filter removes other values, or adds some', () => {
  const many = ['Anhui', 'Fujian', 'Guangdong', 'Hunan', 'Jiangsu', 'Shandong'];
  const before = coloursOf(items(many), look, 'Filtered');
  for (const [index, value] of many.entries()) {
    expect(coloursOf(items([value]), look, 'Filtered')).toEqual([before[index]]);
    expect(coloursOf(items([value, 'Tibet of the test']), look, 'Filtered')[0]).toBe(before[index]);
  }
});
