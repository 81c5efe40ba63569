import type { Expression } from '#domain/query/expression.ts';
import { bind, type Fragment } from './fragment.ts';
import { cellOf, columnOf, type Scope } from './scope.ts';

/** SQL for the formula of a calculated column. */
export function expressionOf(scope: Scope, expression: Expression): Fragment {
  if (expression.kind === 'column') return cellOf(scope, columnOf(scope, expression.column));
  if (expression.kind === 'value') return bind(expression.value, expression.type);
  throw new Error(`unknown function ${expression.name}`);
}
