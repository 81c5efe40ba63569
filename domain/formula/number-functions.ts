import type { FunctionEntry } from './function-entry.ts';
import {
  aCount,
  aNumber,
  aText,
  aWidth,
  commonType,
  type FormulaType,
  requireCount,
  takes,
  type TypedCall,
} from './type-rules.ts';
import { ExpressionError } from './expression-error.ts';

const typeOfNumber = takes([aNumber], 'number');
const typeOfWhole = takes([aNumber], 'integer');

/** Without digits the result is a whole number. */
function typeOfRound(typed: TypedCall): FormulaType {
  const type = takes([aNumber, aCount(0, 10)], 'number', { optional: 1 })(typed);
  return typed.parts.length === 1 ? 'integer' : type;
}

/** Only numbers, dates and times have a minimum and a maximum. */
function typeOfExtreme(typed: TypedCall): FormulaType {
  requireCount(typed, (count) => count >= 2);
  const wrong = typed.parts.find(({ type }) => type === 'text' || type === 'boolean');
  if (wrong) throw new ExpressionError('formula_needs_number', wrong.expression, { value: typed.title });
  return commonType(typed.parts, typed.title);
}

export const numberFunctions: FunctionEntry[] = [
  {
    name: 'round',
    group: 'number',
    signature: 'round(number, [digits])',
    help: {
      en_US: 'Rounds to a number of decimals, halves away from zero. Without digits, the result is a whole number.',
      zh_CN: '四舍五入到指定的小数位数；省略位数时取整数。',
    },
    example: 'round([price] * 1.13, 2)',
    rule: typeOfRound,
  },
  {
    name: 'floor',
    group: 'number',
    signature: 'floor(number)',
    help: { en_US: 'The next whole number below.', zh_CN: '向下取整。' },
    example: 'floor([hours] / 24)',
    rule: typeOfWhole,
  },
  {
    name: 'ceil',
    group: 'number',
    signature: 'ceil(number)',
    help: { en_US: 'The next whole number above.', zh_CN: '向上取整。' },
    example: 'ceil([items] / 12)',
    rule: typeOfWhole,
  },
  {
    name: 'abs',
    group: 'number',
    signature: 'abs(number)',
    help: { en_US: 'The number without its sign.', zh_CN: '绝对值。' },
    example: 'abs([plan] - [actual])',
    rule: typeOfNumber,
  },
  {
    name: 'least',
    group: 'number',
    signature: 'least(value, value, …)',
    help: {
      en_US: 'The smallest number or the earliest date. Empty if one of the values is empty.',
      zh_CN: '取最小的数字或最早的日期；有一个为空，结果即为空。',
    },
    example: 'least([quota], [used])',
    rule: typeOfExtreme,
  },
  {
    name: 'greatest',
    group: 'number',
    signature: 'greatest(value, value, …)',
    help: {
      en_US: 'The largest number or the latest date. Empty if one of the values is empty.',
      zh_CN: '取最大的数字或最晚的日期；有一个为空，结果即为空。',
    },
    example: 'greatest([stock] - [sold], 0)',
    rule: typeOfExtreme,
  },
  {
    name: 'sqrt',
    group: 'number',
    signature: 'sqrt(number)',
    help: { en_US: 'The square root; empty for negative numbers.', zh_CN: '平方根；负数的结果为空。' },
    example: 'sqrt([area])',
    rule: typeOfNumber,
  },
  {
    name: 'power',
    group: 'number',
    signature: 'power(number, exponent)',
    help: { en_US: 'A number raised to a power.', zh_CN: '乘方。' },
    example: 'power(1 + [rate], [years])',
    rule: takes([aNumber, aNumber], 'number'),
  },
  {
    name: 'ln',
    group: 'number',
    signature: 'ln(number)',
    help: {
      en_US: 'The natural logarithm; empty for zero and negative numbers.',
      zh_CN: '自然对数；零和负数的结果为空。',
    },
    example: 'ln([population])',
    rule: typeOfNumber,
  },
  {
    name: 'log',
    group: 'number',
    signature: 'log(number)',
    help: {
      en_US: 'The logarithm to base 10; empty for zero and negative numbers.',
      zh_CN: '以 10 为底的对数；零和负数的结果为空。',
    },
    example: 'log([views])',
    rule: typeOfNumber,
  },
  {
    name: 'bin',
    group: 'number',
    signature: 'bin(number, width)',
    help: {
      en_US: 'The lower bound of the bin that the number is in.',
      zh_CN: '按固定宽度分组，取该数所在区间的下限。',
    },
    example: 'bin([age], 10)',
    rule: takes([aNumber, aWidth], 'number'),
  },
  {
    name: 'tonumber',
    group: 'number',
    signature: 'tonumber(text)',
    help: {
      en_US: "Text such as 12.5 as a number; empty if it isn't one.",
      zh_CN: '将“12.5”这样的文字转为数字；无法转换时为空。',
    },
    example: 'tonumber([quantity])',
    rule: takes([aText], 'number'),
  },
];
