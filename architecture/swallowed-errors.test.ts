import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const roots = ['domain', 'contract', 'display', 'engine', 'server', 'web', 'scripts'];
const isSource = (name: string) => /\.(tsx?|js)$/.test(name) && !/\.(test|d)\.tsx?$|(^|\/)testing\//.test(name);

type Handler = ESTree.CatchClause | ESTree.ArrowFunctionExpression | ESTree.Function;

/**
 * Lines with an error handler that uses no error, throws nothing and has no comment. Handlers are catch clauses and
 * the callbacks of `.catch(…)` and `.then(…, …)`. The comment is in the handler, on its lines or on the line above.
 */
function findSwallowedErrors(file: string, text: string): string[] {
  // Most files have no handler, and parsing takes time.
  if (!/\bcatch\b|\.then\(/.test(text)) return [];
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const handlers: Handler[] = [];
  new Visitor({
    CatchClause: (node) => void handlers.push(node),
    CallExpression: ({ callee, arguments: args }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const handler =
        callee.property.name === 'catch' ? args[0] : callee.property.name === 'then' ? args[1] : undefined;
      if (handler?.type === 'ArrowFunctionExpression' || handler?.type === 'FunctionExpression') handlers.push(handler);
    },
  }).visit(program);
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const commentLines = comments.map(({ start, end }) => [lineOf(start), lineOf(end)] as const);
  const isExplained = (from: number, to: number) => commentLines.some(([start, end]) => end >= from - 1 && start <= to);
  return handlers
    .filter((handler) => !isExplained(lineOf(handler.start), lineOf(handler.end)) && !usesError(handler, text))
    .map(({ start }) => `${file}:${lineOf(start)}`);
}

function usesError(handler: Handler, text: string): boolean {
  const body = text.slice(handler.body!.start, handler.body!.end);
  const parameter = handler.type === 'CatchClause' ? handler.param : handler.params[0];
  if (parameter && parameter.type !== 'Identifier') return true;
  const name = parameter?.name ?? 'throw';
  return new RegExp(`\\b(?:${name}|throw)\\b`).test(body);
}

test('every error handler uses the error, throws, or says why the error does not matter', () => {
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map((name) => path.join(root, name)),
  );
  expect(files.flatMap((file) => findSwallowedErrors(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('finds handlers that swallow an error', () => {
  const linesOf = (text: string) => findSwallowedErrors('a.ts', text);
  expect(linesOf('try { f(); } catch {}')).toEqual(['a.ts:1']);
  expect(linesOf('try { f(); } catch (error) { g(); }')).toEqual(['a.ts:1']);
  expect(linesOf('\nawait f().catch(() => undefined);')).toEqual(['a.ts:2']);
  expect(linesOf('await f().then(g, () => 0);')).toEqual(['a.ts:1']);
  expect(linesOf('try { f(); } catch {\n  // Optional.\n}')).toEqual([]);
  expect(linesOf('// Optional.\nawait f().catch(() => undefined);')).toEqual([]);
  expect(linesOf('await f().catch(() => undefined); // Optional.')).toEqual([]);
  expect(linesOf('try { f(); } catch (error) { log(error); }')).toEqual([]);
  expect(linesOf('await f().catch(() => { throw new Error(); });')).toEqual([]);
  expect(linesOf('await f().catch(log);')).toEqual([]);
  expect(linesOf('schema.catch(defaults).parse(1);')).toEqual([]);
});
