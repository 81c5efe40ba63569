import type { Tip, TipRow } from '#display/charts/picture.ts';
import style from './Tip.module.css';

function element(name: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(name);
  made.className = style[className] ?? '';
  // As text, so that a name that looks like markup stays a name.
  if (text !== undefined) made.textContent = text;
  return made;
}

function rowOf({ colour, name, value, change, isQuiet }: TipRow): HTMLElement {
  const row = element('div', 'row');
  const mark = element('span', 'mark');
  if (colour) mark.style.background = colour;
  const label = element('span', 'name', name);
  label.dir = 'auto';
  row.append(mark, label, element('span', 'value', value));
  if (change) {
    const changed = element('span', 'change', change.text);
    changed.style.color = change.colour;
    row.append(changed);
  }
  row.dataset['quiet'] = String(isQuiet === true);
  return row;
}

const mostRows = 14;

/** A tooltip as an element of the page. */
export function showTip({ title, rows, note }: Tip): HTMLElement {
  const box = element('div', 'tip');
  if (title) box.append(element('div', 'title', title));
  box.append(...rows.slice(0, mostRows).map(rowOf));
  if (rows.length > mostRows) box.append(element('div', 'note', '…'));
  if (note) box.append(element('div', 'note', note));
  return box;
}
