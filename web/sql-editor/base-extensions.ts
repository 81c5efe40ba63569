import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintGutter } from '@codemirror/lint';
import { type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view';

import { theme } from './theme.ts';

type EditorTexts = { label: string; hint: string };

/** Extensions that do not depend on the language. */
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
  // Completions that arrive late would cover a dialog that has opened meanwhile.
  EditorView.domEventHandlers({ blur: (_event, view) => void closeCompletion(view) }),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
  placeholder(hint),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
  theme,
];
