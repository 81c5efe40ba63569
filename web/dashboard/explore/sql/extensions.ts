import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  type Completion,
  completeFromList,
  completionKeymap,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { sql, type SQLNamespace } from '@codemirror/lang-sql';
import { bracketMatching } from '@codemirror/language';
import { lintGutter } from '@codemirror/lint';
import { type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view';

import { dialect, functions } from './dialect.ts';
import { identifier } from './names.ts';
import { theme } from './theme.ts';

const calls: Completion[] = functions.map((name) => ({ label: name, type: 'function', apply: `${name}(`, boost: -10 }));

/** All columns that a schema has, each name once. */
function columnsIn(schema: SQLNamespace): Completion[] {
  const found = new Map<string, Completion>();
  const collect = (space: SQLNamespace) => {
    if (Array.isArray(space)) for (const each of space) if (typeof each === 'object') found.set(each.label, each);
    if (!Array.isArray(space)) for (const below of Object.values(space)) collect(below as SQLNamespace);
  };
  collect(schema);
  return [...found.values()].map((each) => ({ ...each, apply: identifier(each.label) }));
}

/** Before FROM nobody knows which dataset is meant, so that the columns of all are offered. */
function columnsBeforeFrom(schema: SQLNamespace): CompletionSource {
  const complete = completeFromList(columnsIn(schema));
  return (context) => (/\bfrom\b/i.test(context.state.doc.toString()) ? null : complete(context));
}

/** How the text is understood and what is offered while one types. */
export const language = (schema: SQLNamespace): Extension => {
  const support = sql({ dialect, schema });
  return [
    support,
    support.language.data.of({ autocomplete: completeFromList(calls) }),
    support.language.data.of({ autocomplete: columnsBeforeFrom(schema) }),
  ];
};

type Words = { label: string; hint: string };

/** What every editor has, whatever its text is about. */
export const basics = ({ label, hint }: Words, onRun: () => void): Extension => [
  // Before all others: Enter with a modifier never makes a new line, and never breaks into a word being composed.
  Prec.highest(
    keymap.of([
      {
        key: 'Mod-Enter',
        run: (view) => {
          if (view.composing) return true;
          closeCompletion(view);
          onRun();
          return true;
        },
      },
    ]),
  ),
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
  placeholder(hint),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
  theme,
];
