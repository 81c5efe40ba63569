import type { FunctionEntry } from './function-entry.ts';
import { logicFunctions } from './logic-functions.ts';
import { numberFunctions } from './number-functions.ts';
import { textFunctions } from './text-functions.ts';
import { timeFunctions } from './time-functions.ts';

/** The catalogue of functions, by group. */
export const formulaFunctions: FunctionEntry[] = [
  ...logicFunctions,
  ...numberFunctions,
  ...textFunctions,
  ...timeFunctions,
];

const byName = new Map(formulaFunctions.map((entry) => [entry.name, entry]));

export const functionNames = [...byName.keys()];
export const findFunction = (name: string): FunctionEntry | undefined => byName.get(name);
