import { describe, expect, test } from 'vitest';

import { addressOperators, filtersOfAddress, paramsOfAddress, type AddressConditions } from './filters.ts';
import { addressInputOf, dataAddressRoutes, reservedNames } from './routes.ts';
import { Problem } from '#contract/errors.ts';
import type { ColumnType } from '#domain/query/query.ts';

const columnOf = (id: string, name: string, type: ColumnType = 'text', label = { en_US: '', zh_CN: '' }) => ({
  id,
  name,
  type,
  label,
});
const columns = [
  columnOf('c_1', 'city', 'text', { en_US: 'City', zh_CN: '城市' }),
  columnOf('c_2', 'amount', 'number'),
  columnOf('c_3', 'paid', 'boolean'),
  columnOf('c_4', 'day', 'date'),
  columnOf('c_5', 'at', 'time'),
  columnOf('c_6', 'pieces', 'integer'),
];
const reader = { zone: 'Asia/Shanghai', language: 'en_US' } as const;
const read = (where: AddressConditions, list = columns) => filtersOfAddress(where, list, reader);
function codeOf(run: () => unknown): [string, object] {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.params];
  }
  throw new Error('nothing was refused');
}

describe('a filter in a data address', () => {
  test('names a column by its header, its name, its label in the other language or its id', () => {
    for (const name of ['City', 'city', '城市', 'c_1'])
      expect(read({ [name]: 'Oslo' })).toEqual([{ op: 'in', column: 'c_1', values: ['Oslo'] }]);
  });

  test('may be repeated: any of its values matches', () => {
    expect(read({ city: ['Oslo', 'Rome'] })).toEqual([{ op: 'in', column: 'c_1', values: ['Oslo', 'Rome'] }]);
    expect(read({ 'city.ne': ['Oslo', 'Rome'] })).toEqual([{ op: 'not_in', column: 'c_1', values: ['Oslo', 'Rome'] }]);
    expect(read({ 'city.contains': ['a', 'b'] })).toEqual([
      {
        op: 'any',
        filters: [
          { op: 'contains', column: 'c_1', value: 'a' },
          { op: 'contains', column: 'c_1', value: 'b' },
        ],
      },
    ]);
  });

  test('has an operator after a dot', () => {
    expect(read({ 'amount.gte': '1.5', 'amount.lt': '-2e3', 'pieces.gt': '4', 'day.lte': '2026-01-31' })).toEqual([
      { op: 'at_least', column: 'c_2', value: 1.5 },
      { op: 'less', column: 'c_2', value: -2000 },
      { op: 'greater', column: 'c_6', value: 4 },
      { op: 'at_most', column: 'c_4', value: '2026-01-31' },
    ]);
    expect(read({ 'city.empty': 'true', 'amount.empty': 'false' })).toEqual([
      { op: 'empty', column: 'c_1' },
      { op: 'filled', column: 'c_2' },
    ]);
  });

  test('parses its value as the type of its column', () => {
    expect(read({ paid: 'TRUE', at: '2026-01-31' })).toEqual([
      { op: 'in', column: 'c_3', values: [true] },
      { op: 'in', column: 'c_5', values: ['2026-01-31'] },
    ]);
    // An unescaped plus sign arrives as a space; a time without a zone is in the reader's zone.
    for (const at of [
      '2026-01-31T00:00:00+08:00',
      '2026-01-31T00:00:00 08:00',
      '2026-01-30T16:00Z',
      '2026-01-31 00:00',
    ])
      expect(read({ 'at.gte': at })).toEqual([{ op: 'at_least', column: 'c_5', value: '2026-01-30T16:00:00.000Z' }]);
  });

  test.each([
    ['amount', 'many'],
    ['amount', ''],
    ['pieces.gte', '12345678901234567890'],
    ['paid', 'maybe'],
    ['day', '31.01.2026'],
    ['day.lt', '2026-02-31x'],
    ['day.lt', '2026-02-31'],
    ['at', '2026-02-31'],
    ['at', '2026-02-31T10:00Z'],
    ['at', 'yesterday'],
    ['city.empty', 'perhaps'],
  ])('%s=%s is refused', (name, value) => {
    expect(codeOf(() => read({ [name]: value }))).toEqual([
      'filter_value_invalid',
      { value, column: expect.any(String) },
    ]);
  });

  test('on an unknown column is refused, with the nearest column name as a suggestion', () => {
    expect(codeOf(() => read({ 'amuont.gte': '1' }))).toEqual([
      'filter_column_misspelt',
      { value: 'amuont', column: 'amount' },
    ]);
    expect(codeOf(() => read({ weather: 'rain' }))).toEqual(['filter_column_unknown', { value: 'weather' }]);
  });

  test('columns with the same label are told apart by their headers in the file', () => {
    const label = { en_US: 'City', zh_CN: '' };
    const twins = [columnOf('c_1', 'from', 'text', label), columnOf('c_2', 'to', 'text', label)];
    expect(read({ City: 'a', 'City (2)': 'b' }, twins)).toEqual([
      { op: 'in', column: 'c_1', values: ['a'] },
      { op: 'in', column: 'c_2', values: ['b'] },
    ]);
  });
});

describe('any column name', () => {
  const pieces = [
    '城市',
    ' ',
    '.',
    'gte',
    '.gte',
    '&',
    '=',
    '%',
    '?',
    '[]',
    'key',
    'é',
    '😀',
    '"',
    'limit',
    '__',
    '(2)',
  ];
  let state = 42;
  const random = (count: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * count);
  };
  const randomName = () => Array.from({ length: 1 + random(4) }, () => pieces[random(pieces.length)]).join('');

  test('can be filtered by name through a real URL, and always by id', () => {
    for (let round = 0; round < 60; round++) {
      const names = [...new Set(Array.from({ length: 3 }, randomName))].filter((name) => !reservedNames.includes(name));
      const list = names.map((name, index) => columnOf(`c_${index}`, name));
      for (const [index, name] of names.entries())
        for (const operator of ['', ...addressOperators.filter((each) => each !== 'empty')]) {
          const ids = [`c_${index}`, name].map((each) => {
            const written = operator ? `${each}.${operator}` : each;
            // A column named exactly like this one plus the operator takes precedence.
            if (each === name && operator && names.includes(written)) return undefined;
            const query = Object.fromEntries(new URLSearchParams({ [written]: 'x' }));
            const { where } = addressInputOf({}, query) as { where: AddressConditions };
            const [filter] = read(where, list);
            return filter && 'column' in filter ? filter.column : 'none';
          });
          expect([name, operator, ids.filter(Boolean)]).toEqual([
            name,
            operator,
            ids.filter(Boolean).map(() => `c_${index}`),
          ]);
        }
    }
  });

  test('columns named like a reserved parameter are filtered by id', () => {
    const input = dataAddressRoutes['GET /data/datasets/:id.:format'].input.parse(
      addressInputOf(
        { id: 'd', format: 'csv' },
        { limit: '5', zone: 'UTC', language: 'en_US', key: 'sjp_secret', id: '7', format: 'x', c_9: 'y' },
      ),
    );
    expect(input).toEqual({
      id: 'd',
      format: 'csv',
      limit: 5,
      zone: 'UTC',
      language: 'en_US',
      where: { id: '7', format: 'x', c_9: 'y' },
    });
  });
});

test('a data address sets SQL parameters', () => {
  const params = [
    { name: 'City', type: 'text' as const, value: 'Oslo' },
    { name: 'least', type: 'number' as const, value: 1 },
  ];
  expect(paramsOfAddress({ city: 'Rome' }, params, 'UTC')).toEqual([{ ...params[0], value: 'Rome' }, params[1]]);
  expect(codeOf(() => paramsOfAddress({ least: 'x' }, params, 'UTC'))[0]).toBe('filter_value_invalid');
  expect(codeOf(() => paramsOfAddress({ city: ['a', 'b'] }, params, 'UTC'))[0]).toBe('filter_value_invalid');
  expect(codeOf(() => paramsOfAddress({ leest: '1' }, params, 'UTC'))[0]).toBe('filter_column_misspelt');
});
