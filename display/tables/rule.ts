import type { CellFormat } from '#contract/chart.ts';

type Rule = Extract<CellFormat, { kind: 'rule' }>;

const comparisons: Record<Rule['op'], (amount: number, value: number) => boolean> = {
  less: (amount, value) => amount < value,
  at_most: (amount, value) => amount <= value,
  equals: (amount, value) => amount === value,
  at_least: (amount, value) => amount >= value,
  greater: (amount, value) => amount > value,
};
/** Whether a cell is as a rule says. */
export const holds = ({ op, value }: Rule, amount: number) => comparisons[op](amount, value);
