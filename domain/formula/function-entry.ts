import type { LocalizedText } from '#domain/columns/column.ts';
import type { TypeRule } from './type-rules.ts';

export const functionGroups = ['logic', 'number', 'text', 'time'] as const;
type FunctionGroup = (typeof functionGroups)[number];

/** A function of formulas: what the editor, the guide and the compiler know about it. */
export type FunctionEntry = {
  name: string;
  group: FunctionGroup;
  /** How it is called; what is in brackets may be left out. */
  signature: string;
  help: LocalizedText;
  example: string;
  rule: TypeRule;
};
