import { type Completion, completeFromList, type CompletionSource } from '@codemirror/autocomplete';
import { sql, type SQLNamespace } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';

import { dialect, functions } from './dialect.ts';
import { quoteIdentifier } from './identifiers.ts';

const functionCompletions: Completion[] = functions.map((name) => ({
  label: name,
  type: 'function',
  apply: `${name}(`,
  boost: -10,
}));

/** Completions for all columns of a schema, without duplicates. */
function columnsIn(schema: SQLNamespace): Completion[] {
  const byLabel = new Map<string, Completion>();
  const collect = (space: SQLNamespace) => {
    if (Array.isArray(space)) for (const each of space) if (typeof each === 'object') byLabel.set(each.label, each);
    if (!Array.isArray(space)) for (const below of Object.values(space)) collect(below as SQLNamespace);
  };
  collect(schema);
  return [...byLabel.values()].map((each) => ({ ...each, apply: quoteIdentifier(each.label) }));
}

/** Without FROM the dataset is unknown, so the columns of all datasets are offered. */
function columnsBeforeFrom(schema: SQLNamespace): CompletionSource {
  const complete = completeFromList(columnsIn(schema));
  return (context) => (/\bfrom\b/i.test(context.state.doc.toString()) ? null : complete(context));
}

/** Syntax and autocompletion. */
export const sqlLanguage = (schema: SQLNamespace): Extension => {
  const support = sql({ dialect, schema });
  return [
    support,
    support.language.data.of({ autocomplete: completeFromList(functionCompletions) }),
    support.language.data.of({ autocomplete: columnsBeforeFrom(schema) }),
  ];
};
