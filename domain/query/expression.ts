import type { ColumnType, Scalar } from './query.ts';

/** The formula of a calculated column. Columns are given by id; an operator is a call, too. */
export type Expression =
  | { kind: 'column'; column: string }
  | { kind: 'value'; value: NonNullable<Scalar>; type: ColumnType }
  | { kind: 'call'; name: string; arguments: Expression[] };

/** The columns that an expression uses. */
export function columnsOfExpression(expression: Expression): string[] {
  if (expression.kind === 'column') return [expression.column];
  return expression.kind === 'call' ? expression.arguments.flatMap(columnsOfExpression) : [];
}
