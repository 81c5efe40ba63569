import type { LocalizedText } from '#domain/columns/column.ts';
import type { TypeRule } from './type-rules.ts';

export const functionGroups = ['logic', 'number', 'text', 'time'] as const;
type FunctionGroup = (typeof functionGroups)[number];

/** A function of formulas, as used by the editor, the guide and the compiler. */
export type FunctionEntry = {
  name: string;
  group: FunctionGroup;
  /** Call syntax; arguments in brackets are optional. */
  signature: string;
  help: LocalizedText;
  example: string;
  rule: TypeRule;
};
