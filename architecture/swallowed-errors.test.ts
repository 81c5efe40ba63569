import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const roots = ['domain', 'contract', 'display', 'engine', 'server', 'web', 'scripts'];
const isSource = (name: string) => /\.(tsx?|js)$/.test(name) && !/\.(test|d)\.tsx?$|(^|\/)testing\//.test(name);

type Callback = ESTree.ArrowFunctionExpression | ESTree.Function;
type Handler = ESTree.CatchClause | Callback;

const isCallback = (node: ESTree.Node | null | undefined): node is Callback =>
  node?.type === 'ArrowFunctionExpression' ||
  node?.type === 'FunctionExpression' ||
  node?.type === 'FunctionDeclaration';

/**
 * The lines with an error handler that uses no error, throws nothing and has no comment. Handlers are catch clauses and
 * the callbacks of `.catch(…)` and `.then(…, …)`, also if they are declared elsewhere in the file. Comparing an error
 * with `instanceof` does not count as using it. A call of `allSettled` is a handler too; it uses errors if its function reads a
 * `reason`. The comment is in the handler, on its lines or on the line above.
 */
function findSwallowedErrors(file: string, text: string): string[] {
  // Most files have no handler, and parsing takes time.
  if (!/\bcatch\b|\.then\(|\ballSettled\b/.test(text)) return [];
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const handlers: Handler[] = [];
  const named = new Map<string, Callback>();
  const usedNames = new Set<string>();
  const functions: Callback[] = [];
  const settled: ESTree.CallExpression[] = [];
  new Visitor({
    ArrowFunctionExpression: (node) => void functions.push(node),
    FunctionExpression: (node) => void functions.push(node),
    FunctionDeclaration: (node) => {
      functions.push(node);
      if (node.id) named.set(node.id.name, node);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && isCallback(init)) named.set(id.name, init);
    },
    CatchClause: (node) => void handlers.push(node),
    CallExpression: (call) => {
      const { callee, arguments: args } = call;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      if (name === 'allSettled') settled.push(call);
      const handler = name === 'catch' ? args[0] : name === 'then' ? args[1] : undefined;
      if (handler?.type === 'Identifier') usedNames.add(handler.name);
      else if (isCallback(handler)) handlers.push(handler);
    },
  }).visit(program);
  for (const name of usedNames) if (named.has(name)) handlers.push(named.get(name)!);
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const commentLines = comments.map(({ start, end }) => [lineOf(start), lineOf(end)] as const);
  const isExplained = (from: number, to: number) => commentLines.some(([start, end]) => end >= from - 1 && start <= to);
  const readsReason = ({ start, end }: ESTree.CallExpression) => {
    const around = functions
      .filter((each) => each.start < start && each.end > end)
      .sort((a, b) => b.start - a.start)[0];
    return around !== undefined && /\breason\b/.test(text.slice(around.start, around.end));
  };
  return [...handlers.filter((handler) => !usesError(handler, text)), ...settled.filter((call) => !readsReason(call))]
    .filter(({ start, end }) => !isExplained(lineOf(start), lineOf(end)))
    .map(({ start }) => `${file}:${lineOf(start)}`);
}

function usesError(handler: Handler, text: string): boolean {
  const body = text.slice(handler.body!.start, handler.body!.end);
  const parameter = handler.type === 'CatchClause' ? handler.param : handler.params[0];
  if (parameter && parameter.type !== 'Identifier') return true;
  const name = parameter?.name ?? 'throw';
  return new RegExp(`\\b(?:${name}(?! instanceof)|throw)\\b`).test(body);
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
  expect(linesOf('const ignore = () => undefined;\nawait f().catch(ignore);')).toEqual(['a.ts:1']);
  expect(linesOf('function ignore() {}\nawait f().then(g, ignore);')).toEqual(['a.ts:1']);
  expect(linesOf('const log = (error) => print(error);\nawait f().catch(log);')).toEqual([]);
  expect(linesOf('try { f(); } catch (error) { if (error instanceof Problem) g(); }')).toEqual(['a.ts:1']);
  expect(linesOf('try { f(); } catch (error) { if (!(error instanceof Problem)) throw error; }')).toEqual([]);
  expect(linesOf('await Promise.allSettled(jobs);')).toEqual(['a.ts:1']);
  expect(linesOf('// A job reports its failure.\nawait Promise.allSettled(jobs);')).toEqual([]);
  expect(linesOf('const f = async () => (await Promise.allSettled(jobs)).map(({ reason }) => reason);')).toEqual([]);
  expect(linesOf('schema.catch(defaults).parse(1);')).toEqual([]);
});
