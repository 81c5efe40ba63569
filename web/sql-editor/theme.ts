import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// CSS variables of the page, so that the editor follows the theme.
const editorTheme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '13px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '1.6',
    overscrollBehavior: 'contain',
  },
  '.cm-content': { caretColor: 'var(--text)', padding: '10px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--page) 60%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--brand) 22%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'color-mix(in srgb, var(--brand) 18%, transparent)',
  },
  '.cm-placeholder': { color: 'var(--quiet)' },
  '.cm-tooltip': {
    overflow: 'hidden',
    border: '1px solid var(--border)',
    borderRadius: '8px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    zIndex: 1050,
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '16em', fontFamily: 'inherit' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--brand-soft)', color: 'var(--text)' },
  '.cm-completionMatchedText': { color: 'var(--brand)', textDecoration: 'none', fontWeight: 600 },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)', padding: '6px 10px' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--brand)', fontWeight: '500' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.special(tags.name), tags.typeName], color: 'var(--warn)' },
  { tag: tags.standard(tags.name), color: 'var(--brand)' },
]);

export const theme = [editorTheme, syntaxHighlighting(colours)];
