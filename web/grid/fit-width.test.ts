import { expect, test } from 'vitest';

import { fitToWidth } from './fit-width.ts';
import type { SheetColumn } from './sheet.ts';

const columnsOf = (widths: number[], resized: number[] = []): SheetColumn[] =>
  widths.map((width, index) => ({ key: `k${index}`, width, align: 'end', isResized: resized.includes(index) }));
const widthsOf = (columns: SheetColumn[]) => columns.map(({ width }) => width);

test('columns fill the table to the pixel, in proportion to their width', () => {
  for (let tableWidth = 400; tableWidth < 1700; tableWidth += 37) {
    const widths = widthsOf(fitToWidth(columnsOf([160, 80, 120]), 0, tableWidth));
    expect(widths.reduce((sum, width) => sum + width)).toBe(tableWidth);
    expect(widths[0]).toBeGreaterThan(widths[1]!);
  }
});

test('a resized column keeps its width', () => {
  expect(widthsOf(fitToWidth(columnsOf([160, 80, 120], [1]), 0, 640))[1]).toBe(80);
  expect(widthsOf(fitToWidth(columnsOf([160, 80], [0, 1]), 0, 640))).toEqual([160, 80]);
});

test('a table wider than its container scrolls', () => {
  expect(widthsOf(fitToWidth(columnsOf([300, 300, 300]), 0, 640))).toEqual([300, 300, 300]);
});

test('pinned columns take at most half of a narrow table', () => {
  expect(widthsOf(fitToWidth(columnsOf([336, 90, 90, 90]), 1, 340))).toEqual([170, 90, 90, 90]);
  expect(widthsOf(fitToWidth(columnsOf([336, 90, 90, 90]), 1, 800))[0]).toBeGreaterThanOrEqual(336);
  expect(widthsOf(fitToWidth(columnsOf([336]), 1, 340))).toEqual([340]);
});

test('nothing is fitted before the container is measured', () => {
  expect(widthsOf(fitToWidth(columnsOf([336, 90]), 1, 0))).toEqual([336, 90]);
});
