import { expect, test } from 'vitest';

import { listDeclarations, placeOf } from './declarations.ts';
import { listSources, sourceFolders } from './sources.ts';

/** Participles, pronouns and other words that do not say what they name, and words for which a standard term exists. */
const bannedNames = new Set(
  (
    'again answered asks asked drawn found given here how kept known least lonely looked made maker most needy ' +
    'patience question questions seen shown sought told wanted way ways'
  ).split(' '),
);

const declarations = sourceFolders.flatMap(listSources).map((file) => listDeclarations(file));

test('reads every kind of declaration', () => {
  const text = `
    type A<T> = { b: T; c(d: string): void };
    interface E { f?: (g: number) => void }
    declare global { interface Window { h: string } }
    function i({ j, k: [l = 1], ...m }: A<E>) { try { for (const n of m) n(); } catch (o) { return { p: o }; } }
    class Q { r = (s) => s; }`;
  const { types, names } = listDeclarations('x.ts', text);
  expect(types.map(({ name }) => name)).toEqual(['A', 'E', 'Q']);
  expect(
    names
      .map(({ name }) => name)
      .sort()
      .join(' '),
  ).toBe('A E Q Window b c f g h i j l m n o r s');
});

test('a type name is declared once in the repository', () => {
  const types = declarations.flatMap((each) => each.types);
  const counts = new Map<string, number>();
  for (const { name } of types) counts.set(name, (counts.get(name) ?? 0) + 1);
  const repeated = types.filter(({ name }) => counts.get(name)! > 1);
  expect(repeated.map((each) => `${each.name} ${placeOf(each)}`).sort()).toEqual([]);
});

test('declared names say what they are', () => {
  const wrong = declarations.flatMap(({ names }) => names).filter(({ name }) => bannedNames.has(name.toLowerCase()));
  expect(wrong.map((each) => `${each.name} ${placeOf(each)}`)).toEqual([]);
});
