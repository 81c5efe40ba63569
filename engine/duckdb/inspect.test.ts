import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ReadingOptions } from '#contract/datasets/reading.ts';
import type { InspectedTable } from '#engine/tables.ts';
import { encode } from '#engine/testing/encode.ts';
import { openFileReader, type TestFileReader } from '#engine/testing/file-reader.ts';

let reader: TestFileReader;
beforeAll(async () => {
  reader = await openFileReader();
});
afterAll(() => reader.close());

const csv = (...lines: string[]) => `${lines.join('\n')}\n`;
const typesOf = (table: InspectedTable) => table.columns.map(({ type }) => type);
const namesOf = (table: InspectedTable) => table.columns.map(({ name }) => name);
const codesOf = (table: InspectedTable) => table.notes.map(({ code }) => code);

/** The text of the first test in GBK, as hex because Node has no encoder for it. */
const gbk = Buffer.from('b3c7cad02ccffac1bf0ac9cfbaa32c310a', 'hex');

describe('encodings', () => {
  const text = '城市,销量\n上海,1\n';
  test.each<[string, Buffer, string[]]>([
    ['UTF-8', Buffer.from(text), []],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`), []],
    ['UTF-16 LE', Buffer.from(`\uFEFF${text}`, 'utf16le'), ['encoding']],
    [
      'UTF-16 LE without a byte order mark',
      Buffer.from(`city,n\n${'Shanghai,1\n'.repeat(3)}`, 'utf16le'),
      ['encoding'],
    ],
    ['UTF-16 BE', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), ['encoding']],
    ['GBK', gbk, ['encoding']],
  ])('%s is read', async (_, content, notes) => {
    const { table, values } = await reader.take(content);
    expect(codesOf(table)).toEqual(notes);
    expect(['城市', 'city']).toContain(namesOf(table)[0]);
    expect(values[0]).toEqual([expect.stringMatching(/上海|Shanghai/), 1]);
  });
});

test.each(['windows-1252', 'iso-8859-15', 'shift_jis', 'euc-kr', 'windows-1251', 'utf-32le', 'utf-32be'] as const)(
  'a text in %s is decoded, also when its only foreign word comes late',
  async (encoding) => {
    const words: Partial<Record<string, string>> = {
      shift_jis: '東京都',
      'euc-kr': '서울특별시',
      'windows-1251': 'Москва',
    };
    const word = words[encoding] ?? 'Bühler';
    const rows = Array.from({ length: 12_000 }, (_, n) => `${n},Smith`);
    const { table, runQuery } = await reader.take(encode(csv('n,name', ...rows, `7,${word}`), encoding)!);
    expect(table.reading?.encoding).toBe(encoding === 'iso-8859-15' ? 'windows-1252' : encoding);
    expect(await runQuery(`select c1 from t where c1 <> 'Smith'`)).toEqual([[word]]);
  },
);

test('an ambiguous encoding is noted, and can be overridden', async () => {
  const bytes = encode(csv('n,name', '1,森'), 'euc-jp')!;
  const [table] = await reader.inspect(bytes);
  expect(codesOf(table!)).toEqual(['encoding_doubtful']);
  const chosen = await reader.take(bytes, 'data.csv', { options: { encoding: 'euc-jp' } });
  expect(chosen.values).toEqual([[1, '森']]);
  await expect(reader.inspect(bytes, 'data.csv', 'UTC', { encoding: 'utf-8' })).rejects.toMatchObject({
    code: 'file_encoding',
  });
});

test('a NUL among the rows is removed', async () => {
  for (const rows of [['1,x\0y'], [...Array<string>(30_000).fill('1,z'), '2,\0x\0y']]) {
    const { table, runQuery } = await reader.take(csv('a,b', ...rows));
    expect(codesOf(table)).toEqual(['nul_removed']);
    expect(await runQuery(`select c1 from t where c1 <> 'z'`)).toEqual([['xy']]);
  }
  const { table, values } = await reader.take('[{"a\\u0000": "x\\u0000y"}]', 'data.json');
  expect([table.sample, values]).toEqual([[['xy']], [['xy']]]);
});

describe('reading options', () => {
  const take = async (content: string, options: ReadingOptions) => {
    const { table, values } = await reader.take(content, 'data.csv', { options });
    return [namesOf(table), values];
  };

  test('delimiter, quote and header row can be set', async () => {
    expect(await take('a;b,c\n1,5;2\n', { delimiter: ',' })).toEqual([['a;b', 'c'], [[1, '5;2']]]);
    expect(await take(`a,b\n'x,y',"z\n`, { quote: "'" })).toEqual([['a', 'b'], [['x,y', '"z']]]);
    expect(await take('a,b\n"x",2\n', { quote: 'none' })).toEqual([['a', 'b'], [['"x"', 2]]]);
    const titled = 'Report,2026\nname,n\nx,1\n';
    expect(await take(titled, { headerRow: 2 })).toEqual([['name', 'n'], [['x', 1]]]);
    expect((await take(titled, { headerRow: 0 }))[0]).toEqual(['column_1', 'column_2']);
  });

  test('decimal mark and date order can be set', async () => {
    expect(await take('a;b\n1.234,5;1.234\n-0,25;12\n', { decimalMark: ',' })).toEqual([
      ['a', 'b'],
      [
        [1234.5, 1234],
        [-0.25, 12],
      ],
    ]);
    const dates = 'day,n\n01/02/2026,1\n03/04/2026,2\n';
    const dayFirst = await take(dates, { dateOrder: 'day_first' });
    const monthFirst = await take(dates, { dateOrder: 'month_first' });
    expect(dayFirst[1]!.map(([day]) => day)).toEqual(['2026-02-01', '2026-04-03']);
    expect(monthFirst[1]!.map(([day]) => day)).toEqual(['2026-01-02', '2026-03-04']);
  });

  test('the detected settings are returned', async () => {
    const [table] = await reader.inspect('Report\n\na;b\n1;2\n');
    const detected = {
      encoding: 'utf-8',
      delimiter: ';',
      quote: '"',
      headerRow: 2,
      decimalMark: null,
      dateOrder: null,
    };
    expect(table!.reading).toEqual(detected);
  });
});

describe('spaces between cells', () => {
  test('any number of spaces separates numbers, quotes keep names together', async () => {
    const { table, values } = await reader.take(
      csv(
        '18.0   8   307.0  3504.  70\t"chevrolet chevelle malibu"',
        '15.0   8   350.0  ?      70\t"buick skylark 320"',
        '16.0   8   304.0  3433.  70\t"amc rebel sst"',
      ),
      'auto.data',
    );
    expect(table.reading?.delimiter).toBe('spaces');
    expect(values.map((row) => [row[0], row[5]])).toEqual([
      [18, 'chevrolet chevelle malibu'],
      [15, 'buick skylark 320'],
      [16, 'amc rebel sst'],
    ]);
  });

  test('a header with one cell less names the columns from the second on', async () => {
    const rows = ['"Mazda RX4" 21.0 6', '"Datsun 710" 22.8 4', '"Fiat X1-9" 27.3 4'];
    const { table, values } = await reader.take(csv('"mpg" "cyl"', ...rows), 'cars.txt');
    expect(namesOf(table)).toEqual(['column_1', 'mpg', 'cyl']);
    expect(values[0]).toEqual(['Mazda RX4', 21, 6]);
    const commas = await reader.take(csv('mpg,cyl', 'a,21,6', 'b,22,4'));
    expect(namesOf(commas.table)).toEqual(['column_1', 'mpg', 'cyl']);
    expect(commas.values[1]).toEqual(['b', 22, 4]);
  });

  test('aligned columns are split where they begin, and an overlong cell stays whole', async () => {
    const { table, values } = await reader.take(
      csv(
        '                   mpg cyl  disp',
        'Mazda RX4         21.0   6 160.0',
        'Mazda RX4 Wag     21.0   6 160.0',
        'Datsun 710        22.8   4 108.0',
        'Hornet 4 Drive    21.4   6 258.0',
        'Hornet Sportabout 18.7   8 360.0',
      ),
      'mtcars.txt',
    );
    expect([table.reading?.delimiter, namesOf(table)]).toEqual(['aligned', ['column_1', 'mpg', 'cyl', 'disp']]);
    expect(values[0]).toEqual(['Mazda RX4', 21, 6, 160]);
    expect(values[3]).toEqual(['Hornet 4 Drive', 21.4, 6, 258]);
    const words = ['a bb ccc', 'dd e', 'ffff g h i'];
    const many = Array.from({ length: 1500 }, (_, n) => words[n % 3]!.padEnd(11) + String(n).padStart(4));
    const late = await reader.take(csv('what          n', ...many, 'dd e    1000000'), 'late.txt');
    expect(await late.runQuery('select c0, c1 from t where c1 > 5000')).toEqual([['dd e'], [1_000_000]]);
  });

  test.each([
    ['Full name', 'John Smith', 'Mary Jones', 'Li Lei'],
    ['when', '2026-01-01 10:00:00', '2026-01-02 11:00:00'],
    ['text', 'one two three four', 'five six seven eight', 'nine ten eleven twelve'],
    ['address', '12 Main Street', '7 High Street', '9 Low Road'],
    ['weight', '12 kg', '13 kg', '14 kg'],
  ])('words of a single column stay together: %s', async (...lines) => {
    const [table] = await reader.inspect(csv(...lines), 'data.txt');
    expect(table!.columns).toHaveLength(1);
  });
});

describe('tabs between cells', () => {
  const cells: Record<string, string[]> = {
    moments: ['2012-06-22 00:00:00', '2012-06-22 01:00:00', '2012-06-22 02:00:00'],
    names: ['John Smith', 'Mary Jones', 'Li Lei'],
    addresses: ['12 Main Street', '7 High Street', '9 Low Road'],
    'days and times': ['22/06/2012 10:00', '23/06/2012 11:00', '24/06/2012 12:00'],
    'one name': ['Wuhan', 'New York', 'Xian'],
  };

  test.each(Object.entries(cells))('are the delimiter, even with spaces in %s', async (_, texts) => {
    const lines = texts.map((text, index) => `${text}\t${index + 1}\t${index + 4}`);
    const [table] = await reader.inspect(csv('what\tn\tm', ...lines), 'data.tsv');
    expect(table!.reading?.delimiter).toBe('\t');
    expect(namesOf(table!)).toEqual(['what', 'n', 'm']);
    expect(table!.sample.map(([text]) => text)).toEqual(texts);
  });

  test('are not the only delimiter where spaces separate cells, too', async () => {
    const rows = [18, 15, 16].map((miles, n) => `${miles}.0   ${n + 4}   307.5\t"chevrolet ${n}"`);
    const { table, values } = await reader.take(csv('mpg  cylinders  displacement  name', ...rows), 'mpg.txt');
    expect(table.reading?.delimiter).toBe('spaces');
    expect(values[0]).toEqual([18, 4, 307.5, 'chevrolet 0']);
  });
});

test('quotes that are plain characters lose no row', async () => {
  const titleOf = (n: number) => (n % 7 === 3 ? '"A Song' : n % 11 === 5 ? 'The "End" of' : 'x');
  const rows = Array.from({ length: 60 }, (_, n) => `${n}\t${titleOf(n)}\t${n}`);
  const { table, values } = await reader.take(csv('n\ttitle\tm', ...rows), 'titles.tsv');
  expect(table.reading?.quote).toBe('none');
  expect(values.map((row) => row.join('\t'))).toEqual(rows);
  const quoted = await reader.take('a\tb\n1\t"two\nlines\there"\n2\t"say ""hi"""\n', 'quoted.tsv');
  expect(quoted.values).toEqual([
    [1, 'two\nlines\there'],
    [2, 'say "hi"'],
  ]);
});

describe('delimiters and line ends', () => {
  test.each([',', ';', '\t', '|'])('cells are separated by %j', async (sign) => {
    const { table, values } = await reader.take(csv(`a${sign}b`, `1${sign}x`, `2${sign}"y${sign}z"`));
    expect(namesOf(table)).toEqual(['a', 'b']);
    expect(values).toEqual([
      [1, 'x'],
      [2, `y${sign}z`],
    ]);
  });

  test.each(['\n', '\r\n', '\r'])('lines end with %j', async (end) => {
    const { values } = await reader.take(['a,b', '1,x', '2,y', ''].join(end));
    expect(values).toEqual([
      [1, 'x'],
      [2, 'y'],
    ]);
  });

  test('blank lines above the header count in line numbers', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => `${n},x`);
    const { rejects } = await reader.take(csv('', '', '', 'a,b', ...rows, 'oops,y'));
    expect(rejects).toMatchObject([{ line: 25, value: 'oops' }]);
  });

  test('mixed line ends are read, and line numbers stay right', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `${n},x${n % 2 ? '\r\n' : '\n'}`).join('');
    const { rows: loaded, rejects } = await reader.take(`a,b\r\n${rows}oops,y\r41,z\n`);
    expect(loaded).toBe(41);
    expect(rejects).toMatchObject([{ line: 42, value: 'oops', reason: 'not_integer' }]);
  });
});

describe('headers', () => {
  test('empty, duplicate and dangerous names become unique names', async () => {
    const { table, values } = await reader.take(csv('__proto__,,a,A, a ,constructor', '1,2,3,4,5,6'));
    expect(namesOf(table)).toEqual(['__proto__', 'column_2', 'a', 'A_2', 'a_3', 'constructor']);
    expect(codesOf(table)).toEqual(['header_repaired']);
    expect(values).toEqual([[1, 2, 3, 4, 5, 6]]);
  });

  test('a last column without a name is a column, however late its first value comes', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `${index},x,${index === 2500 ? 'late' : ''}`);
    const { table, rows, rejects, values } = await reader.take(csv('id,name,', ...lines));
    expect([namesOf(table), codesOf(table)]).toEqual([['id', 'name', 'column_3'], ['header_repaired']]);
    expect([rows, rejects]).toEqual([3000, []]);
    expect(values[2500]).toEqual([2500, 'x', 'late']);
  });

  test('a file without a header is loaded from its first line', async () => {
    const { table, values } = await reader.take(csv('Shanghai,1,2026-01-01', 'Berlin,2,2026-01-02'));
    expect(codesOf(table)).toEqual(['header_missing']);
    expect(namesOf(table)).toEqual(['column_1', 'column_2', 'column_3']);
    expect(values).toHaveLength(2);
  });

  test('a header may begin with an empty cell, above the row names', async () => {
    for (const header of ['"","x"', ',x']) {
      const { table, values } = await reader.take(csv(header, '"1",5', '"2",6'));
      expect([namesOf(table), codesOf(table), values.length]).toEqual([['column_1', 'x'], ['header_repaired'], 2]);
    }
    const titled = await reader.take(csv(',Report', 'city,n', 'a,1', 'b,2'));
    expect([namesOf(titled.table), codesOf(titled.table)]).toEqual([['city', 'n'], ['title_skipped']]);
  });

  test('long names are shortened and made unique', async () => {
    const longName = 'How satisfied are you with our service? '.repeat(300);
    const { table, values } = await reader.take(csv(`id,"${longName}A","${longName}B"`, '1,2,3'));
    expect(namesOf(table).every((name) => name.length <= 200)).toBe(true);
    expect(new Set(namesOf(table)).size).toBe(3);
    expect([codesOf(table), values]).toEqual([['header_shortened'], [[1, 2, 3]]]);
  });

  test('years can be column names', async () => {
    const { table } = await reader.take(csv('city,2024,2025', 'a,10,20', 'b,30,40'));
    expect(namesOf(table)).toEqual(['city', '2024', '2025']);
  });

  test('titles above, empty columns and totals below are skipped', async () => {
    const { table, values, rejects } = await reader.take(
      csv('2026年销售报表,,,', ',,,', '城市,,销量,', '上海,,1,', '北京,,2,', '合计,,3,'),
    );
    expect(table.notes).toEqual([
      { code: 'title_skipped', detail: '2026年销售报表' },
      { code: 'empty_columns_skipped', detail: '1' },
      { code: 'totals_skipped', detail: '合计' },
    ]);
    expect(namesOf(table)).toEqual(['城市', '销量']);
    expect(values).toEqual([
      ['上海', 1],
      ['北京', 2],
    ]);
    expect(rejects).toEqual([]);
  });
});

describe('totals above empty rows', () => {
  const rows = Array.from({ length: 8 }, (_, n) => [`item ${n}`, n, n + 1]);
  const head = ['item,2000,2001', ...rows.map((row) => row.join(','))];
  test.each([
    ['nothing else', ['Total,28,36'], ['Total']],
    ['an empty row', ['Total,28,36', ',,'], ['Total']],
    ['many empty rows', ['Total,28,36', ...Array.from({ length: 30 }, () => ',,')], ['Total']],
    ['an empty row before them', [',,', 'Total,28,36', ',,'], ['Total']],
    ['an empty row and a remark', ['Total,28,36', ',,', 'Source: Office,,'], ['Total', 'Source: Office']],
    ['a blank line and a remark in one cell', ['Total,28,36', '', 'Source: Office'], ['Total', 'Source: Office']],
  ])('are skipped and named: %s', async (_, tail, named) => {
    const { table, values } = await reader.take(csv(...head, ...tail));
    expect(values).toEqual(rows);
    const skipped = table.notes.filter(({ code }) => code === 'totals_skipped').map(({ detail }) => detail);
    expect(skipped).toEqual(named);
  });

  test('empty rows without totals are kept, and so is a row below a total', async () => {
    expect((await reader.take(csv(...head, ',,'))).values).toHaveLength(9);
    expect((await reader.take(csv(...head, 'Total,28,36', ',,', 'item 9,1,2'))).values).toHaveLength(11);
  });
});

test('remarks below the totals are skipped with them', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => `2026-01-${n + 10},${n}`).join('\n');
  const { table, rows: count } = await reader.take(`日期,金额\n${rows}\n小计,90\n合计,190\n制表人：张三,\n`);
  expect([count, typesOf(table)]).toEqual([20, ['date', 'integer']]);
  expect(table.notes.map(({ detail }) => detail)).toEqual(['小计', '合计', '制表人：张三']);
});

test('phone numbers stay text', async () => {
  const { table, values } = await reader.take('name,手机\na,13800000001\nb,13800000002\n');
  expect(typesOf(table)).toEqual(['text', 'text']);
  expect(values[0]).toEqual(['a', '13800000001']);
});
