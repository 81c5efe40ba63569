import { type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';

import { textOfColumn } from '#domain/formula/formula-text.ts';
import type { FunctionEntry } from '#domain/formula/function-entry.ts';
import { findFunction, formulaFunctions } from '#domain/formula/functions.ts';
import type { Language } from '#domain/language.ts';

/** A column that is offered as a completion: its name, its label, and its type in keywords. */
export type CompletedColumn = { name: string; label: string; type: string };

const keywords = new Set(['and', 'or', 'not', 'true', 'false']);

/** The highlighting tag of the next token. An approximation: only the checker parses formulas. */
function tokenOf(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^[[【][^\]】]*[\]】]?/)) return 'typeName';
  if (stream.match(/^'([^']|'')*'?/) || stream.match(/^"([^"]|"")*"?/) || stream.match(/^[“‘][^”’]*[”’]?/))
    return 'string';
  if (stream.match(/^(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?/i)) return 'number';
  if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)) {
    const word = stream.current().toLowerCase();
    if (keywords.has(word)) return 'keyword';
    return findFunction(word) ? 'keyword' : 'typeName';
  }
  stream.next();
  return null;
}

const functionCompletion =
  (language: Language) =>
  (entry: FunctionEntry): Completion => ({
    label: entry.name,
    detail: entry.signature.slice(entry.name.length),
    info: `${entry.help[language]}\n${entry.example}`,
    apply: (view, _completion, from, to) => {
      // The cursor ends between the parentheses.
      const insert = `${entry.name}()`;
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length - 1 } });
    },
  });

const columnCompletion = ({ name, label, type }: CompletedColumn): Completion => ({
  label: textOfColumn(name),
  // Completion also matches labels.
  ...(label !== name && { displayLabel: `${textOfColumn(name)} ${label}` }),
  detail: type,
  boost: 1,
});

/** Highlights formulas and completes columns and functions. */
export function formulaLanguage(columns: CompletedColumn[], language: Language): LanguageSupport {
  const stream = StreamLanguage.define({ token: tokenOf });
  const options = [...columns.map(columnCompletion), ...formulaFunctions.map(functionCompletion(language))];
  const complete = (context: CompletionContext): CompletionResult | null => {
    const before = context.matchBefore(/[[【][^\]】]*|[\p{L}_][\p{L}\p{N}_]*/u);
    if (!before && !context.explicit) return null;
    // A bracket that was closed automatically is part of the column.
    const isClosed = before?.text.startsWith('[') && context.state.sliceDoc(context.pos, context.pos + 1) === ']';
    return { from: before?.from ?? context.pos, ...(isClosed && { to: context.pos + 1 }), options, filter: true };
  };
  return new LanguageSupport(stream, stream.data.of({ autocomplete: complete }));
}
