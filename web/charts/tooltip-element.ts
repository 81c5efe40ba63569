import type { Tip, TipRow } from '#display/charts/draw-input.ts';
import style from './Tip.module.css';

function createElement(name: string, className: string, text?: string): HTMLElement {
  const node = document.createElement(name);
  node.className = style[className] ?? '';
  // As text, so that markup in a name is not interpreted.
  if (text !== undefined) node.textContent = text;
  return node;
}

function rowOf({ colour, name, value, change, isQuiet }: TipRow): HTMLElement {
  const row = createElement('div', 'row');
  const mark = createElement('span', 'mark');
  if (colour) mark.style.background = colour;
  const label = createElement('span', 'name', name);
  label.dir = 'auto';
  row.append(mark, label, createElement('span', 'value', value));
  if (change) {
    const changeElement = createElement('span', 'change', change.text);
    changeElement.style.color = change.colour;
    row.append(changeElement);
  }
  row.dataset['quiet'] = String(isQuiet === true);
  return row;
}

const maxRows = 14;

/** A tooltip as a DOM element. */
export function showTip({ title, rows, note }: Tip): HTMLElement {
  const box = createElement('div', 'tip');
  if (title) box.append(createElement('div', 'title', title));
  box.append(...rows.slice(0, maxRows).map(rowOf));
  if (rows.length > maxRows) box.append(createElement('div', 'note', '…'));
  if (note) box.append(createElement('div', 'note', note));
  return box;
}
