import type { SQLNamespace } from '@codemirror/lang-sql';
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { basics, language } from './extensions.ts';
import style from './SqlTab.module.css';

/** Where the text is wrong, and why. */
export type Mistake = { at: number; message: string };

export type EditorHandle = { insert: (text: string) => void; focus: () => void };

type Props = {
  ref: Ref<EditorHandle>;
  text: string;
  schema: SQLNamespace;
  mistake: Mistake | null;
  onChange: (text: string) => void;
  onRun: () => void;
};

/** Where SQL is written. Its words stay those of the language in which it was opened: give it the language as its key. */
export function Editor({ ref, text, schema, mistake, onChange, onRun }: Props) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const names = useRef(new Compartment());
  const tellChange = useEffectEvent(onChange);
  const tellRun = useEffectEvent(onRun);
  const extensions = useEffectEvent(() => [
    basics({ label: t('sql.editor'), hint: t('sql.hint') }, () => tellRun()),
    names.current.of(language(schema)),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) tellChange(update.state.doc.toString());
    }),
  ]);
  const firstText = useEffectEvent(() => text);

  useEffect(() => {
    const state = EditorState.create({ doc: firstText(), extensions: extensions() });
    const editor = new EditorView({ state, parent: place.current! });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: names.current.reconfigure(language(schema)) });
  }, [schema]);

  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const { current } = view;
    if (current) current.dispatch(setDiagnostics(current.state, mistake ? [diagnosticOf(current, mistake)] : []));
  }, [mistake]);

  useImperativeHandle(ref, () => ({
    insert: (inserted) => {
      const { current } = view;
      if (!current) return;
      current.dispatch(current.state.replaceSelection(inserted));
      current.focus();
    },
    focus: () => view.current?.focus(),
  }));
  return <div ref={place} className={style['editor']} />;
}

/** A place is marked to the end of its word; one at the end of the text marks the last letter. */
function diagnosticOf({ state }: EditorView, { at, message }: Mistake) {
  const from = Math.min(at, Math.max(state.doc.length - 1, 0));
  const word = state.wordAt(from);
  const to = word && word.from === from ? word.to : Math.min(from + 1, state.doc.length);
  return { from, to, severity: 'error' as const, message };
}
