import type { CellFormat } from '#domain/query/chart.ts';

type CellRule = Extract<CellFormat, { kind: 'rule' }>;

const comparisons: Record<CellRule['op'], (amount: number, value: number) => boolean> = {
  less: (amount, value) => amount < value,
  at_most: (amount, value) => amount <= value,
  equals: (amount, value) => amount === value,
  at_least: (amount, value) => amount >= value,
  greater: (amount, value) => amount > value,
};
/** Whether a cell matches a rule. */
export const matchesRule = ({ op, value }: CellRule, amount: number) => comparisons[op](amount, value);
