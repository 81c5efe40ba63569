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
import { quoteIdentifier } from './identifiers.ts';
import { theme } from './theme.ts';

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

type EditorTexts = { label: string; hint: string };

/** Extensions that do not depend on the schema. */
export const baseExtensions = ({ label, hint }: EditorTexts, onRun: () => void): Extension => [
  // Highest precedence: Mod+Enter never inserts a line break and never interrupts IME composition.
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
