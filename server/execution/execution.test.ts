import { expect, test } from 'vitest';

import { loadPlan, openExecution, type QueryAnswer } from './execution.ts';

const megabyte = 1024 * 1024;
const answerOf = (megabytes: number): QueryAnswer => ({
  columns: [{ name: 'a', type: 'text' }],
  values: [Buffer.alloc(megabytes * megabyte)],
  totals: [],
  rows: 1,
  isCutOff: false,
  milliseconds: 1,
  answeredAt: '',
});

test('the least recently used answer is evicted when the cache is full', () => {
  const { answers } = openExecution();
  for (const key of ['a', 'b', 'c', 'd']) answers.set(key, answerOf(15));
  answers.get('a');
  answers.set('e', answerOf(15));
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => answers.has(key))).toEqual(['a', 'c', 'd', 'e']);
});

test('an answer larger than a quarter of the cache is not cached', () => {
  const { answers } = openExecution();
  answers.set('a', answerOf(1));
  answers.set('b', answerOf(17));
  expect(['a', 'b'].filter((key) => answers.has(key))).toEqual(['a']);
});

test('a plan is computed once, and again after a failure', async () => {
  const execution = openExecution();
  let count = 0;
  const compute = async () => {
    count += 1;
    if (count === 1) throw new Error('cancelled');
    return { count };
  };
  await expect(loadPlan(execution, 'a', compute)).rejects.toThrow('cancelled');
  const plans = [await loadPlan(execution, 'a', compute), await loadPlan(execution, 'a', compute)];
  expect(plans).toEqual([{ count: 2 }, { count: 2 }]);
});
