import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { baseExtensions } from './base-extensions.ts';
import style from './SqlEditor.module.css';

/** Position and message of an error; without an end, the word at the position is marked. */
export type EditorMark = { at: number; to?: number; message: string };

export type EditorHandle = { insert: (text: string) => void; focus: () => void };

type EditorProps = {
  ref: Ref<EditorHandle>;
  text: string;
  /** The accessible name of the editor, and its placeholder. */
  texts?: { label: string; hint: string };
  /** Syntax and autocompletion. */
  language: Extension;
  mistake: EditorMark | null;
  onChange: (text: string) => void;
  onRun: () => void;
};

/** Editor of SQL and formulas (CodeMirror). Its labels are set only once: use the language as its key. */
export function Editor({ ref, text, texts, language, mistake, onChange, onRun }: EditorProps) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const languageCompartment = useRef(new Compartment());
  const notifyChange = useEffectEvent(onChange);
  const notifyRun = useEffectEvent(onRun);
  const extensions = useEffectEvent(() => [
    baseExtensions(texts ?? { label: t('sql.editor'), hint: t('sql.hint') }, () => notifyRun()),
    languageCompartment.current.of(language),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) notifyChange(update.state.doc.toString());
    }),
  ]);
  const initialText = useEffectEvent(() => text);

  useEffect(() => {
    const state = EditorState.create({ doc: initialText(), extensions: extensions() });
    const editor = new EditorView({ state, parent: container.current! });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: languageCompartment.current.reconfigure(language) });
  }, [language]);

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
  return <div ref={container} className={style['editor']} />;
}

/** Marks the word at the position; at the end of the text, the last character. */
function diagnosticOf({ state }: EditorView, { at, to: end, message }: EditorMark) {
  if (end !== undefined) {
    const last = Math.min(end, state.doc.length);
    return { from: Math.min(at, Math.max(last - 1, 0)), to: last, severity: 'error' as const, message };
  }
  const from = Math.min(at, Math.max(state.doc.length - 1, 0));
  const word = state.wordAt(from);
  const to = word && word.from === from ? word.to : Math.min(from + 1, state.doc.length);
  return { from, to, severity: 'error' as const, message };
}
