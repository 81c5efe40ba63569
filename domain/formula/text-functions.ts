import type { FunctionEntry } from './function-entry.ts';
import { aCount, aPrintable, aQuotedText, aText, takes, takesMany } from './type-rules.ts';

const typeOfText = takes([aText], 'text');
const typeOfMatch = takes([aText, aText], 'boolean');
const aLength = aCount(0, 1000);

export const textFunctions: FunctionEntry[] = [
  {
    name: 'concat',
    group: 'text',
    signature: 'concat(value, value, …)',
    help: {
      en_US: 'Joins values into one text, like &. Empty if one of them is empty.',
      zh_CN: '将文字依次相连，与 & 相同；有一个为空，结果即为空。',
    },
    example: "concat([city], ', ', [country])",
    rule: takesMany(aPrintable, 'text', 2),
  },
  {
    name: 'lower',
    group: 'text',
    signature: 'lower(text)',
    help: { en_US: 'In lower case.', zh_CN: '转为小写。' },
    example: 'lower([email])',
    rule: typeOfText,
  },
  {
    name: 'upper',
    group: 'text',
    signature: 'upper(text)',
    help: { en_US: 'In upper case.', zh_CN: '转为大写。' },
    example: 'upper([code])',
    rule: typeOfText,
  },
  {
    name: 'trim',
    group: 'text',
    signature: 'trim(text)',
    help: { en_US: 'Without spaces at both ends.', zh_CN: '去掉首尾的空格。' },
    example: 'trim([name])',
    rule: typeOfText,
  },
  {
    name: 'left',
    group: 'text',
    signature: 'left(text, count)',
    help: { en_US: 'The first characters.', zh_CN: '取开头的若干个字符。' },
    example: 'left([postcode], 2)',
    rule: takes([aText, aLength], 'text'),
  },
  {
    name: 'right',
    group: 'text',
    signature: 'right(text, count)',
    help: { en_US: 'The last characters.', zh_CN: '取末尾的若干个字符。' },
    example: 'right([phone], 4)',
    rule: takes([aText, aLength], 'text'),
  },
  {
    name: 'mid',
    group: 'text',
    signature: 'mid(text, start, count)',
    help: {
      en_US: 'Characters starting at a position; the first one is 1.',
      zh_CN: '从指定位置起取若干个字符；第一个字符的位置是 1。',
    },
    example: 'mid([sku], 4, 3)',
    rule: takes([aText, aCount(1, 1000), aLength], 'text'),
  },
  {
    name: 'length',
    group: 'text',
    signature: 'length(text)',
    help: { en_US: 'The number of characters.', zh_CN: '字符数。' },
    example: 'length([comment])',
    rule: takes([aText], 'integer'),
  },
  {
    name: 'contains',
    group: 'text',
    signature: 'contains(text, part)',
    help: {
      en_US: 'Whether text contains other text; not case-sensitive.',
      zh_CN: '判断文字中是否包含另一段文字，不区分大小写。',
    },
    example: "contains([page], '/blog/')",
    rule: typeOfMatch,
  },
  {
    name: 'startswith',
    group: 'text',
    signature: 'startswith(text, part)',
    help: {
      en_US: 'Whether text starts with other text; not case-sensitive.',
      zh_CN: '判断文字是否以另一段文字开头，不区分大小写。',
    },
    example: "startswith([order], 'CN')",
    rule: typeOfMatch,
  },
  {
    name: 'endswith',
    group: 'text',
    signature: 'endswith(text, part)',
    help: {
      en_US: 'Whether text ends with other text; not case-sensitive.',
      zh_CN: '判断文字是否以另一段文字结尾，不区分大小写。',
    },
    example: "endswith([email], '.edu')",
    rule: typeOfMatch,
  },
  {
    name: 'replace',
    group: 'text',
    signature: 'replace(text, part, replacement)',
    help: {
      en_US: 'Replaces every occurrence of a part; case-sensitive.',
      zh_CN: '替换其中出现的所有指定文字，区分大小写。',
    },
    example: "replace([phone], '-', '')",
    rule: takes([aText, aQuotedText, aText], 'text'),
  },
  {
    name: 'split',
    group: 'text',
    signature: 'split(text, separator, number)',
    help: {
      en_US: 'The part with this number between separators; empty if there is none.',
      zh_CN: '按分隔符拆分后取第几段；没有该段时为空。',
    },
    example: "split([path], '/', 2)",
    rule: takes([aText, aQuotedText, aCount(1, 100)], 'text'),
  },
  {
    name: 'totext',
    group: 'text',
    signature: 'totext(value)',
    help: {
      en_US: 'A whole number, a date or a condition as text. Round other numbers first.',
      zh_CN: '将整数、日期或条件转为文字；其他数字请先用 round 取整。',
    },
    example: 'totext(round([amount]))',
    rule: takes([aPrintable], 'text'),
  },
];
