import {
  type Card,
  cardsOf,
  type Control,
  type ControlValue,
  type Dashboard,
  type DashboardState,
  type CardPick,
  type ChartPoint,
  type TimeRange,
} from '#domain/dashboard/dashboard.ts';
import type { Scalar } from '#domain/query/query.ts';
import { isPointOf, isStepOf } from './url-points.ts';
import { readCompare, readSpan, writeCompare, writeSpan } from './url-time.ts';
import { anyValue, readPoints, readScalar, readScalars, writePoints, writeScalar, writeScalars } from './url-values.ts';

// The dashboard state as URL parameters: `time`, `vs`, `f.<control>`, `p.<card>`, `d.<card>`. Defaults are omitted,
// and unreadable parameters are ignored.

const [maxValues, maxPicks, maxSteps] = [1000, 50, 10];

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function readTime(search: URLSearchParams, dashboard: Dashboard): TimeRange | null {
  const [time, vs] = [search.get('time'), search.get('vs')];
  const span = time === null ? undefined : time === 'all' ? null : readSpan(time);
  const compare = vs === null ? undefined : readCompare(vs);
  if (span === undefined && compare === undefined) return null;
  return { span: span === undefined ? dashboard.time.span : span, compare: compare ?? dashboard.time.compare };
}

function readBound(text: string, open: string): number | null | undefined {
  if (text === open) return null;
  const value = readScalar(text);
  return typeof value === 'number' ? value : undefined;
}

function readNumbers(text: string): ControlValue | undefined {
  const [low = '', high = '', ...others] = text === anyValue ? ['min', 'max'] : text.split('..');
  const [from, to] = [readBound(low, 'min'), readBound(high, 'max')];
  return others.length > 0 || from === undefined || to === undefined ? undefined : { kind: 'range', from, to };
}

function readValue({ value, isMany }: Control, text: string): ControlValue | undefined {
  if (value.kind === 'range') return readNumbers(text);
  if (value.kind === 'text')
    return text.length <= 1000 && !text.includes('\0') ? { kind: 'text', value: text } : undefined;
  const values = readScalars(text, isMany ? maxValues : 1);
  return values && { kind: 'select', values };
}

function writeValue(value: ControlValue): string {
  if (value.kind === 'text') return value.value;
  if (value.kind === 'select') return writeScalars(value.values);
  if (value.from === null && value.to === null) return anyValue;
  return `${value.from === null ? 'min' : writeScalar(value.from)}..${value.to === null ? 'max' : writeScalar(value.to)}`;
}

/** Parses the parameters with a prefix whose control or card exists and whose text is valid. */
function readEach<Item extends { id: string }, Value>(
  search: URLSearchParams,
  prefix: string,
  items: Item[],
  read: (item: Item, text: string) => Value | undefined,
): [string, Value][] {
  return [...search].flatMap(([name, text]) => {
    const item = name.startsWith(prefix) && items.find(({ id }) => id === name.slice(prefix.length));
    const value = item ? read(item, text) : undefined;
    return item && value !== undefined ? [[item.id, value] as [string, Value]] : [];
  });
}

const readPick = (card: Card, text: string): ChartPoint[] | undefined => {
  const points = readPoints(text);
  return points?.every((point) => isPointOf(card, point)) ? points : undefined;
};

function readDrill(card: Card, text: string): Scalar[] | undefined {
  const maxDepth = card.kind === 'chart' ? Math.min(maxSteps, card.path.length) : 0;
  const values = readScalars(text, maxDepth);
  return values?.length && values.every((value) => isStepOf(card, value)) ? values : undefined;
}

/** Parses the state from the URL. */
export function readState(search: URLSearchParams, dashboard: Dashboard): DashboardState {
  const cards = cardsOf(dashboard);
  const picks = new Map(readEach(search, 'p.', cards, readPick));
  return {
    time: readTime(search, dashboard),
    values: Object.fromEntries(readEach(search, 'f.', dashboard.controls, readValue)),
    picks: [...picks].slice(0, maxPicks).map(([card, points]): CardPick => ({ card, points })),
    drills: Object.fromEntries(readEach(search, 'd.', cards, readDrill)),
  };
}

const isStateParam = (name: string) => ['time', 'vs', 'view'].includes(name) || /^[fpd]\./.test(name);

function isReadable(name: string, text: string, { values, picks, drills }: DashboardState): boolean {
  if (name === 'time') return text === 'all' || readSpan(text) !== undefined;
  if (name === 'vs') return readCompare(text) !== undefined;
  const id = name.slice(2);
  if (name.startsWith('p.')) return picks.some(({ card }) => card === id);
  return Object.hasOwn(name.startsWith('f.') ? values : drills, id);
}

/** The parameters that cannot be applied: damaged, or of parts the dashboard no longer has. */
export function unreadableIn(search: URLSearchParams, dashboard: Dashboard): string[] {
  const state = readState(search, dashboard);
  const isUnreadable = (name: string, text: string) => {
    if (name === 'tab') return dashboard.tabs.every(({ id }) => id !== text);
    // A missing saved view has its own warning.
    return isStateParam(name) && name !== 'view' && !isReadable(name, text, state);
  };
  return [...search].flatMap(([name, text]) => (isUnreadable(name, text) ? [name] : []));
}

/** Writes the state to the URL, keeping other parameters. */
export function writeState(search: URLSearchParams, state: DashboardState, dashboard: Dashboard): URLSearchParams {
  const next = new URLSearchParams([...search].filter(([name]) => !isStateParam(name)));
  const { time, values, picks, drills } = state;
  if (time && !isSame(time.span, dashboard.time.span)) next.set('time', time.span ? writeSpan(time.span) : 'all');
  if (time && !isSame(time.compare, dashboard.time.compare)) next.set('vs', writeCompare(time.compare));
  for (const { id, value } of dashboard.controls) {
    const set = values[id];
    if (set && !isSame(set, value)) next.set(`f.${id}`, writeValue(set));
  }
  for (const { card, points } of picks) next.set(`p.${card}`, writePoints(points));
  for (const [card, taken] of Object.entries(drills)) if (taken.length > 0) next.set(`d.${card}`, writeScalars(taken));
  return next;
}

/** A readable query string that chat programs do not truncate. */
export function queryText(search: URLSearchParams): string {
  const text = search
    .toString()
    .replaceAll(/%(?:2C|2F|3A|3B)/g, (code) => decodeURIComponent(code))
    .replace(/[.,:;]$/, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return text && `?${text}`;
}
