import { expect, test } from 'vitest';

import { createHistory, record, redo, undo } from './history.ts';

test('undoes and redoes without limit', () => {
  let history = createHistory(0);
  for (let step = 1; step <= 1000; step += 1) history = record(history, step, { at: step });
  for (let step = 0; step < 1000; step += 1) history = undo(history);
  expect(history.now).toBe(0);
  expect(undo(history)).toBe(history);
  for (let step = 0; step < 1000; step += 1) history = redo(history);
  expect(history.now).toBe(1000);
  expect(redo(history)).toBe(history);
});

test('merges keystrokes without a pause into one step', () => {
  let history = createHistory('');
  for (const [at, now] of ['h', 'he', 'hey'].entries())
    history = record(history, now, { group: 'title', at: at * 200 });
  history = record(history, 'hey!', { group: 'title', at: 5_000 });
  expect(undo(history).now).toBe('hey');
  expect(undo(undo(history)).now).toBe('');
});

test('starts a new step in another field and after undo', () => {
  let history = record(createHistory('a'), 'b', { group: 'title', at: 0 });
  history = record(history, 'c', { group: 'text', at: 1 });
  history = record(undo(history), 'd', { group: 'title', at: 2 });
  expect(history.past).toEqual(['a', 'b']);
  expect(history.future).toEqual([]);
});

test('ignores a change that changes nothing', () => {
  const history = createHistory('a');
  expect(record(history, 'a', { at: 0 })).toBe(history);
});
