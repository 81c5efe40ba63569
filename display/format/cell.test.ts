import { expect, test } from 'vitest';

import type { Field, Look } from '#display/frame.ts';
import { formatCell, formatGroup } from './cell.ts';

const look: Look = {
  language: 'en_US',
  theme: 'light',
  units: 'language',
  rising: 'green',
  weekStart: 'monday',
  zone: 'UTC',
};
const field: Field = { name: 'city', label: 'City', type: 'text', role: 'dimension', grain: null, width: null };

test.each([null, undefined, ''])('a group without a value (%j) has a name, while a cell has a dash', (value) => {
  expect(formatGroup(value, field, look)).toBe('Empty');
  expect(formatGroup(value, field, { ...look, language: 'zh_CN' })).toBe('空值');
  expect(formatCell(value, field, look)).toBe('-');
});

test('a group with a value is named by it', () => {
  expect(formatGroup('Xi’an', field, look)).toBe('Xi’an');
  expect(formatGroup(0, { ...field, type: 'integer' }, look)).toBe('0');
});
