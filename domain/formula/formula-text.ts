import type { Expression } from '#domain/query/expression.ts';
import type { Column } from '#domain/query/query.ts';
import { findOperator } from './operators.ts';

type ReferredColumn = Pick<Column, 'id' | 'name'>;

/** A column as formulas refer to it. */
export const textOfColumn = (name: string) => `[${name.replaceAll(']', ']]')}]`;

/** A formula as text, with the current names of its columns. */
export const textOfFormula = (expression: Expression, columns: ReferredColumn[]): string =>
  write(expression, columns, 0);

/** `power` is the binding power of the enclosing operator: expressions that bind less tightly get parentheses. */
function write(expression: Expression, columns: ReferredColumn[], power: number): string {
  if (expression.kind === 'column')
    return textOfColumn(columns.find(({ id }) => id === expression.column)?.name ?? '?');
  if (expression.kind === 'value') return textOfValue(expression.value, power);
  const { name, arguments: parts } = expression;
  const operator = findOperator(name);
  if (operator) {
    const [left, right] = parts as [Expression, Expression];
    const text = `${write(left, columns, operator.power)} ${operator.sign} ${write(right, columns, operator.power + 1)}`;
    return operator.power < power ? `(${text})` : text;
  }
  if (name === 'not') return parenthesize(`not ${write(parts[0]!, columns, 4)}`, power > 3);
  if (name === 'negate') return parenthesize(`-${write(parts[0]!, columns, 9)}`, power > 8);
  return `${name}(${parts.map((part) => write(part, columns, 0)).join(', ')})`;
}

const parenthesize = (text: string, isNeeded: boolean) => (isNeeded ? `(${text})` : text);

function textOfValue(value: string | number | boolean, power: number): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return parenthesize(String(value), typeof value === 'number' && value < 0 && power > 8);
}
