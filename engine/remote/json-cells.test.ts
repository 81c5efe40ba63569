import { expect, test } from 'vitest';

import { jsonCellsOf } from './json-cells.ts';

test.each([
  ['{"data":[[9007199254740993,-1.50,1.0E300]]}', [['9007199254740993', '-1.50', '1.0E300']]],
  [
    '{"id":"x","data":[[true,null,"null","a\\"]}b\\n😀\\u0000"],["",false,"\\\\",""]]}',
    [
      ['true', null, 'null', 'a"]}b\n😀\0'],
      ['', 'false', '\\', ''],
    ],
  ],
  [
    '{"stats":{"data":[[1]]},"data":[[[1,"]",{"a":9007199254740993}],{"b":"}"}]]}',
    [['[1,"]",{"a":9007199254740993}]', '{"b":"}"}']],
  ],
  [
    ' { "columns" : [ ] , "data" : [ [ 1 , "a" ] , [ 2 , null ] ] , "stats" : { } } ',
    [
      ['1', 'a'],
      ['2', null],
    ],
  ],
  ['{"data":[]}', []],
  ['{"data":[[]]}', [[]]],
  ['{"data":null}', []],
  ['{"nextUri":"\\"data\\":[[1]]"}', []],
  ['{}', []],
])('the cells of %s keep every digit', (text, cells) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect(jsonCellsOf(text)).toEqual(cells);
});
