import type { FunctionEntry } from './function-entry.ts';
import {
  aCondition,
  anything,
  commonType,
  type FormulaType,
  requireComparable,
  requireCount,
  takes,
  type TypedCall,
  type TypedPart,
} from './type-rules.ts';

/** Alternating conditions and values, then an optional default. */
function typeOfCases(typed: TypedCall): FormulaType {
  const { parts, title } = typed;
  const values: TypedPart[] = [];
  parts.forEach((part, index) => {
    const isValue = index % 2 === 1 || index === parts.length - 1;
    if (isValue) values.push(part);
    else aCondition(part, title);
  });
  return commonType(values, title);
}

function typeOfIf(typed: TypedCall): FormulaType {
  requireCount(typed, (count) => count === 2 || count === 3);
  return typeOfCases(typed);
}

function typeOfCase(typed: TypedCall): FormulaType {
  requireCount(typed, (count) => count >= 2);
  return typeOfCases(typed);
}

/** A value to look up, then alternating keys and values, then an optional default. */
function typeOfLookup(typed: TypedCall): FormulaType {
  requireCount(typed, (count) => count >= 3);
  const { title } = typed;
  const [subject, ...pairs] = typed.parts;
  const values: TypedPart[] = [];
  pairs.forEach((part, index) => {
    const isValue = index % 2 === 1 || index === pairs.length - 1;
    if (isValue) values.push(part);
    else requireComparable(subject!, part, title);
  });
  return commonType(values, title);
}

function typeOfAlternatives(typed: TypedCall): FormulaType {
  requireCount(typed, (count) => count >= 2);
  return commonType(typed.parts, typed.title);
}

export const logicFunctions: FunctionEntry[] = [
  {
    name: 'if',
    group: 'logic',
    signature: 'if(condition, value, [otherwise])',
    help: {
      en_US: "One value if the condition is true, another if it isn't. Without the last part, the result is empty.",
      zh_CN: '条件成立时取前一个值，否则取后一个；省略后者时结果为空。',
    },
    example: "if([amount] >= 1000, 'large', 'small')",
    rule: typeOfIf,
  },
  {
    name: 'case',
    group: 'logic',
    signature: 'case(condition, value, condition, value, …, [otherwise])',
    help: {
      en_US: 'The value of the first condition that is true.',
      zh_CN: '依次判断各条件，取第一个成立的条件所对应的值。',
    },
    example: "case([score] >= 90, 'A', [score] >= 60, 'B', 'C')",
    rule: typeOfCase,
  },
  {
    name: 'lookup',
    group: 'logic',
    signature: 'lookup(value, key, result, key, result, …, [otherwise])',
    help: {
      en_US: 'The result beside the key that equals the value.',
      zh_CN: '查找与该值相等的键，取其后的结果。',
    },
    example: "lookup([status], 'P', 'Paid', 'O', 'Open', 'Other')",
    rule: typeOfLookup,
  },
  {
    name: 'coalesce',
    group: 'logic',
    signature: 'coalesce(value, value, …)',
    help: { en_US: "The first value that isn't empty.", zh_CN: '取第一个不为空的值。' },
    example: 'coalesce([discount], 0)',
    rule: typeOfAlternatives,
  },
  {
    name: 'isempty',
    group: 'logic',
    signature: 'isempty(value)',
    help: { en_US: 'Whether the value is empty.', zh_CN: '判断值是否为空。' },
    example: 'isempty([email])',
    rule: takes([anything], 'boolean'),
  },
];
