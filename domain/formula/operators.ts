/** A binary operator of formulas. `power` is its binding power: operators with a higher one bind tighter. */
export type FormulaOperator = { sign: string; name: string; power: number };

export const operators: FormulaOperator[] = [
  { sign: 'or', name: 'or', power: 1 },
  { sign: 'and', name: 'and', power: 2 },
  { sign: '=', name: 'equal', power: 4 },
  { sign: '<>', name: 'not_equal', power: 4 },
  { sign: '<', name: 'less', power: 4 },
  { sign: '<=', name: 'at_most', power: 4 },
  { sign: '>', name: 'greater', power: 4 },
  { sign: '>=', name: 'at_least', power: 4 },
  { sign: '&', name: 'join', power: 5 },
  { sign: '+', name: 'add', power: 6 },
  { sign: '-', name: 'subtract', power: 6 },
  { sign: '*', name: 'multiply', power: 7 },
  { sign: '/', name: 'divide', power: 7 },
  { sign: '%', name: 'modulo', power: 7 },
];

export const findOperator = (name: string): FormulaOperator | undefined => operators.find((each) => each.name === name);
