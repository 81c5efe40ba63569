import type { Expression } from '#domain/query/expression.ts';
import type { Column, ColumnType } from '#domain/query/query.ts';
import { typesOfExpression } from './check.ts';
import { ExpressionError } from './expression-error.ts';

type CalculatedInput = Column & { expression: Expression };

/**
 * Calculated columns with the current types of their formulas. A column is broken if a column that it uses, directly or
 * indirectly, is deleted or has another type; it then keeps its last type.
 */
export function resolveCalculated<C extends CalculatedInput>(
  columns: Column[],
  calculated: C[],
): (C & { isBroken: boolean })[] {
  const resolved = new Map<string, ColumnType | null>(columns.map(({ id, type }) => [id, type]));
  const resolve = (id: string, above: string[]): ColumnType | undefined => {
    const before = resolved.get(id);
    if (before !== undefined) return before ?? undefined;
    const column = calculated.find((each) => each.id === id);
    if (!column || above.includes(id)) return undefined;
    const type = typeOf(column.expression, (source) => resolve(source, [...above, id]));
    resolved.set(id, type ?? null);
    return type;
  };
  return calculated.map((column) => {
    const type = resolve(column.id, []);
    return { ...column, type: type ?? column.type, isBroken: type === undefined };
  });
}

function typeOf(expression: Expression, findType: (id: string) => ColumnType | undefined): ColumnType | undefined {
  try {
    return typesOfExpression(expression, findType).get(expression);
  } catch (error) {
    // The column is shown as broken.
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
