// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import type { SheetColumn } from './sheet.ts';
import { offsetsOf, rowHeight, useVirtualCells } from './virtual-cells.ts';

afterEach(cleanup);

const height = 320;

/** Renders the visible cells of a box without heads; jsdom allows elements of a million pixels. */
function renderCells(rows: number, widths: number[] = [100], boxWidth = 100) {
  const box = document.createElement('div');
  Object.defineProperties(box, { clientHeight: { value: height }, clientWidth: { value: boxWidth } });
  const columnOf = (width: number, index: number): SheetColumn => ({
    key: String(index),
    width,
    align: 'end',
    isResized: false,
  });
  const layout = { head: 0, foot: 0, offsets: offsetsOf(widths) };
  const ref = { current: box };
  const sheet = { rows, columns: widths.map(columnOf), pinned: 0 };
  const { result } = renderHook(() => useVirtualCells(ref, sheet, layout));
  const scroll = (part: { scrollTop?: number; scrollLeft?: number }) =>
    act(() => {
      Object.assign(box, part);
      box.dispatchEvent(new Event('scroll'));
    });
  return { box, view: result, scroll };
}

test('renders the visible rows and some overscan', () => {
  const { view, scroll } = renderCells(1000);
  expect(view.current).toMatchObject({ first: 0, last: 16, top: 0 });
  scroll({ scrollTop: 3200 });
  expect(view.current).toMatchObject({ first: 94, last: 116, top: 94 * rowHeight });
});

test('shows the last row at the end of the scroll range', () => {
  const { view, scroll } = renderCells(1000);
  scroll({ scrollTop: view.current.bodyHeight - height });
  expect(view.current.last).toBe(1000);
});

test('reaches both ends when rows exceed the maximum element height', () => {
  const { view, scroll } = renderCells(1_000_000);
  expect(view.current).toMatchObject({ first: 0, top: 0, bodyHeight: 1_000_000 });
  scroll({ scrollTop: view.current.bodyHeight - height });
  const { first, last, top } = view.current;
  expect(last).toBe(1_000_000);
  // The last row ends where the box ends.
  expect(top + (last - first) * rowHeight).toBeCloseTo(1_000_000, 0);
});

test('moves scaled rows with every scrolled pixel', () => {
  const { view, scroll } = renderCells(1_000_000);
  scroll({ scrollTop: 500_000 });
  const positionOf = (row: number) => view.current.top + (row - view.current.first) * rowHeight;
  const [row, before] = [view.current.first + 8, positionOf(view.current.first + 8)];
  scroll({ scrollTop: 500_000.25 });
  expect(before - positionOf(row)).toBeCloseTo(0.25 * 31, 0);
});

test('scrolls a row into view by the smallest distance', () => {
  const { box, view, scroll } = renderCells(1000);
  const topFor = (row: number, scrollTop: number) => {
    scroll({ scrollTop });
    view.current.scrollTo({ row, column: 0 });
    return box.scrollTop;
  };
  expect(topFor(5, 0)).toBe(0);
  expect(topFor(10, 0)).toBe(32);
  expect(topFor(2, 320)).toBe(64);
});

test('scrolls scaled rows into view', () => {
  const { box, view, scroll } = renderCells(1_000_000);
  view.current.scrollTo({ row: 999_999, column: 0 });
  expect(box.scrollTop).toBeCloseTo(1_000_000 - height, 0);
  scroll({});
  expect(view.current.last).toBe(1_000_000);
});

test('finds the columns between two offsets', () => {
  const { view, scroll } = renderCells(1, [100, 50, 200, 80], 120);
  expect(view.current).toMatchObject({ left: 0, right: 2 });
  scroll({ scrollLeft: 160 });
  expect(view.current).toMatchObject({ left: 2, right: 3 });
  expect(renderCells(1, [], 100).view.current).toMatchObject({ left: 0, right: 0 });
});
