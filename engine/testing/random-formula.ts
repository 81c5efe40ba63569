import type { FormulaType } from '#domain/formula/type-rules.ts';
import type { Random } from './random.ts';

type Write = (random: Random, type: FormulaType) => string;

const leaves: Record<FormulaType, readonly string[]> = {
  text: ['[city]', '[a "strange" name]', "'北京'", "'e'", "' a b '", "'12.5'"],
  integer: ['[units]', '[units]', '3', '0', '-2', '40'],
  number: ['[amount]', '[amount]', '2.5', '0.1', '-7.25'],
  boolean: ['[paid]', 'true', 'false'],
  date: ['[due]', "todate('2026-02-28')", 'date(2024, 2, 29)'],
  time: ['[at]'],
};

const signs = ['=', '<>', '<', '<=', '>', '>='] as const;
const dayUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;

const pickNumberType = (random: Random): FormulaType => random.pick(['integer', 'number']);
const pickDayType = (random: Random): FormulaType => random.pick(['date', 'time']);

function writeText(random: Random, write: Write): string {
  const text = () => write(random, 'text');
  return random.pick([
    () => `${text()} & ${write(random, random.pick(['text', 'integer', 'date', 'boolean']))}`,
    () => `concat(${text()}, '-', ${text()})`,
    () => `${random.pick(['lower', 'upper', 'trim', 'totext'])}(${text()})`,
    () => `${random.pick(['left', 'right'])}(${text()}, ${random.between(0, 4)})`,
    () => `mid(${text()}, ${random.between(1, 3)}, ${random.between(0, 3)})`,
    () => `replace(${text()}, '${random.pick(['e', 'New', '海'])}', ${text()})`,
    () => `split(${text()}, '${random.pick([' ', 'e', '-'])}', ${random.between(1, 3)})`,
  ])();
}

function writeNumber(random: Random, write: Write): string {
  const number = () => write(random, pickNumberType(random));
  return random.pick([
    () => `(${number()} ${random.pick(['+', '-', '*', '/', '%'])} ${number()})`,
    () => `(${number()} ${random.pick(['+', '-', '*', '/'])} ${number()})`,
    () => `-(${number()})`,
    () => `abs(${number()})`,
    () => `round(${random.pick(['[amount]', '[units]'])} / 4, ${random.between(0, 3)})`,
    () => `sqrt(${number()})`,
    () => `ln(abs(${number()}) + 1)`,
    () => `log(${random.pick(['[amount]', '[units]'])})`,
    () => `power(${random.pick(['[amount]', '[units]'])}, ${random.pick(['2', '0.5', '-1', '3'])})`,
    () => `bin(${random.pick(['[amount]', '[units]'])}, ${random.pick(['10', '0.5', '7'])})`,
    () => `tonumber(${write(random, 'text')})`,
    () => `datediff('${random.pick(['hour', 'minute', 'second'])}', [at], ${write(random, 'time')})`,
  ])();
}

function writeInteger(random: Random, write: Write): string {
  return random.pick([
    () => `${random.pick(['floor', 'ceil', 'round'])}(${random.pick(['[amount]', '[units]'])} / 8)`,
    () => `length(${write(random, 'text')})`,
    () => `${random.pick(['year', 'quarter', 'month', 'day', 'weekday'])}(${write(random, pickDayType(random))})`,
    () => `hour(${write(random, 'time')})`,
    () =>
      `datediff('${random.pick(dayUnits)}', ${write(random, pickDayType(random))}, ${write(random, pickDayType(random))})`,
  ])();
}

function writeCondition(random: Random, write: Write): string {
  const type = random.pick(['text', 'integer', 'date', 'time', 'boolean'] as const);
  const sign = type === 'boolean' ? '=' : random.pick(signs);
  return random.pick([
    () => `(${write(random, type)} ${sign} ${write(random, type)})`,
    () => `([at] ${random.pick(signs)} ${write(random, 'date')})`,
    () => `(${write(random, 'boolean')} ${random.pick(['and', 'or'])} ${write(random, 'boolean')})`,
    () => `not ${write(random, 'boolean')}`,
    () => `isempty(${write(random, type)})`,
    () => `${random.pick(['contains', 'startswith', 'endswith'])}(${write(random, 'text')}, 'N')`,
  ])();
}

function writeDate(random: Random, write: Write): string {
  return random.pick([
    () => `startof('${random.pick(dayUnits)}', ${write(random, pickDayType(random))})`,
    () => `dateadd('${random.pick(dayUnits)}', ${write(random, 'integer')}, ${write(random, pickDayType(random))})`,
    () => `date(2020 + [units], ${random.between(1, 13)}, ${random.between(28, 31)})`,
    () => `todate(${write(random, random.pick(['time', 'text']))})`,
  ])();
}

function writeTime(random: Random, write: Write): string {
  return random.pick([
    () => `startof('${random.pick(['hour', 'minute'])}', ${write(random, 'time')})`,
    () => `dateadd('${random.pick(['hour', 'minute', 'second'])}', [units], ${write(random, 'time')})`,
  ])();
}

const writers: Record<FormulaType, (random: Random, write: Write) => string> = {
  text: writeText,
  integer: writeInteger,
  number: writeNumber,
  boolean: writeCondition,
  date: writeDate,
  time: writeTime,
};

/** A choice between values of a type. */
function writeChoice(random: Random, write: Write, type: FormulaType): string {
  const value = () => write(random, type);
  const choices = [
    () => `if(${write(random, 'boolean')}, ${value()}, ${value()})`,
    () => `if(${write(random, 'boolean')}, ${value()})`,
    () => `case(${write(random, 'boolean')}, ${value()}, ${write(random, 'boolean')}, ${value()}, ${value()})`,
    () => `coalesce(${value()}, ${value()})`,
    () => `lookup([city], '上海', ${value()}, 'new delhi', ${value()}, ${value()})`,
    () => `lookup([units], 3, ${value()}, 7, ${value()})`,
  ];
  const isOrdered = type !== 'text' && type !== 'boolean';
  if (isOrdered) choices.push(() => `${random.pick(['least', 'greatest'])}(${value()}, ${value()})`);
  return random.pick(choices)();
}

/** A valid formula of a type about the columns of random rows. */
export function randomFormula(random: Random, type: FormulaType, depth: number): string {
  if (depth === 0 || random.chance(0.15)) return random.pick(leaves[type]);
  const write: Write = (_, inner) => randomFormula(random, inner, depth - 1);
  return random.chance(0.2) ? writeChoice(random, write, type) : writers[type](random, write);
}
