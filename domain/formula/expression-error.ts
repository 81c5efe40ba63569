import type { Expression } from '#domain/query/expression.ts';

/** Positions in the text of a formula: from the first character to the one after the last. */
export type TextRange = { from: number; to: number };

/** Why a formula is refused. The messages are in the error catalogue. */
export type FormulaErrorCode =
  | 'formula_empty'
  | 'formula_too_long'
  | 'formula_too_deep'
  | 'formula_too_large'
  | 'formula_syntax'
  | 'formula_incomplete'
  | 'formula_unclosed'
  | 'formula_number_range'
  | 'formula_column_unknown'
  | 'formula_column_near'
  | 'formula_column_related'
  | 'formula_column_deleted'
  | 'formula_function_unknown'
  | 'formula_function_near'
  | 'formula_arguments'
  | 'formula_needs_number'
  | 'formula_needs_text'
  | 'formula_needs_condition'
  | 'formula_needs_date'
  | 'formula_needs_time'
  | 'formula_needs_whole_number'
  | 'formula_needs_width'
  | 'formula_needs_quoted_text'
  | 'formula_needs_unit'
  | 'formula_types_differ';

/** A formula that cannot be read, or whose types do not fit. `at` is the expression or the text that it is about. */
export class ExpressionError extends Error {
  readonly code: FormulaErrorCode;
  readonly params: Record<string, string>;
  readonly at: Expression | TextRange;

  constructor(code: FormulaErrorCode, at: Expression | TextRange, params: Record<string, string> = {}) {
    super(code);
    this.code = code;
    this.at = at;
    this.params = params;
  }
}
