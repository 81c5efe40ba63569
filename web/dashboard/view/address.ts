import {
  type Card,
  cardsOf,
  type Control,
  type ControlValue,
  type Dashboard,
  type DashboardState,
  type Pick,
  type Point,
  type TimeRange,
} from '#contract/dashboard.ts';
import type { Scalar } from '#contract/query.ts';
import { isPointOf, isStepOf } from './address-points.ts';
import { readCompare, readSpan, writeCompare, writeSpan } from './address-time.ts';
import { any, readPoints, readScalar, readScalars, writePoints, writeScalar, writeScalars } from './address-values.ts';

// What whoever looks has set, as parameters of the address: `time`, `vs`, `f.<control>`, `p.<card>`, `d.<card>`.
// What is as the author made it is left out, and what cannot be read is left out of what is asked.

const [mostValues, mostPicks, mostSteps] = [1000, 50, 10];

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
  const [low = '', high = '', ...others] = text === any ? ['min', 'max'] : text.split('..');
  const [from, to] = [readBound(low, 'min'), readBound(high, 'max')];
  return others.length > 0 || from === undefined || to === undefined ? undefined : { kind: 'range', from, to };
}

function readValue({ value, isMany }: Control, text: string): ControlValue | undefined {
  if (value.kind === 'range') return readNumbers(text);
  if (value.kind === 'text')
    return text.length <= 1000 && !text.includes('\0') ? { kind: 'text', value: text } : undefined;
  const values = readScalars(text, isMany ? mostValues : 1);
  return values && { kind: 'select', values };
}

function writeValue(value: ControlValue): string {
  if (value.kind === 'text') return value.value;
  if (value.kind === 'select') return writeScalars(value.values);
  if (value.from === null && value.to === null) return any;
  return `${value.from === null ? 'min' : writeScalar(value.from)}..${value.to === null ? 'max' : writeScalar(value.to)}`;
}

/** What the address says of each thing of a kind, as far as the dashboard has it and it can be read. */
function readEach<Thing extends { id: string }, Value>(
  search: URLSearchParams,
  prefix: string,
  things: Thing[],
  read: (thing: Thing, text: string) => Value | undefined,
): [string, Value][] {
  return [...search].flatMap(([name, text]) => {
    const thing = name.startsWith(prefix) && things.find(({ id }) => id === name.slice(prefix.length));
    const value = thing ? read(thing, text) : undefined;
    return thing && value !== undefined ? [[thing.id, value] as [string, Value]] : [];
  });
}

const readPick = (card: Card, text: string): Point[] | undefined => {
  const points = readPoints(text);
  return points?.every((point) => isPointOf(card, point)) ? points : undefined;
};

function readDrill(card: Card, text: string): Scalar[] | undefined {
  const most = card.kind === 'chart' ? Math.min(mostSteps, card.path.length) : 0;
  const values = readScalars(text, most);
  return values?.length && values.every((value) => isStepOf(card, value)) ? values : undefined;
}

/** What the address says. */
export function readState(search: URLSearchParams, dashboard: Dashboard): DashboardState {
  const cards = cardsOf(dashboard);
  const picks = new Map(readEach(search, 'p.', cards, readPick));
  return {
    time: readTime(search, dashboard),
    values: Object.fromEntries(readEach(search, 'f.', dashboard.controls, readValue)),
    picks: [...picks].slice(0, mostPicks).map(([card, points]): Pick => ({ card, points })),
    drills: Object.fromEntries(readEach(search, 'd.', cards, readDrill)),
  };
}

const isState = (name: string) => ['time', 'vs', 'view'].includes(name) || /^[fpd]\./.test(name);

function isRead(name: string, text: string, { values, picks, drills }: DashboardState): boolean {
  if (name === 'time') return text === 'all' || readSpan(text) !== undefined;
  if (name === 'vs') return readCompare(text) !== undefined;
  const id = name.slice(2);
  if (name.startsWith('p.')) return picks.some(({ card }) => card === id);
  return Object.hasOwn(name.startsWith('f.') ? values : drills, id);
}

/** What the address says that cannot be read: of a damaged link, or of something that the dashboard has no more. */
export function unreadIn(search: URLSearchParams, dashboard: Dashboard): string[] {
  const state = readState(search, dashboard);
  const isUnread = (name: string, text: string) => {
    if (name === 'tab') return dashboard.tabs.every(({ id }) => id !== text);
    // What leads to a kept view says itself when that is gone.
    return isState(name) && name !== 'view' && !isRead(name, text, state);
  };
  return [...search].flatMap(([name, text]) => (isUnread(name, text) ? [name] : []));
}

/** The address with what is set now; other parameters stay. */
export function writeState(search: URLSearchParams, state: DashboardState, dashboard: Dashboard): URLSearchParams {
  const next = new URLSearchParams([...search].filter(([name]) => !isState(name)));
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

/** The parameters as text that people can read, and that chat programs do not cut at its end. */
export function queryText(search: URLSearchParams): string {
  const text = search
    .toString()
    .replaceAll(/%(?:2C|2F|3A|3B)/g, (code) => decodeURIComponent(code))
    .replace(/[.,:;]$/, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return text && `?${text}`;
}
