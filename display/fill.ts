import type { Alignment } from '#contract/alignment.ts';
import { counterpartOf } from '#contract/counterpart.ts';
import { type Formula, type Grain, nameOfPart, type QueryAsk } from '#contract/query.ts';
import { type Reach, stepsAsked } from '#contract/reach.ts';
import type { Clock } from '#contract/span.ts';
import { amountOf } from './format/amount.ts';
import type { Field, Frame } from './frame.ts';
import { findMetric, type Subject } from './words/subject.ts';

type Shown = Pick<Frame, 'fields' | 'values'>;
type MeasureField = Extract<Field, { role: 'measure' }>;
type Calculation = Extract<Formula, { left: Formula }>;

/** What a calculation gives where there are no rows: amounts are zero, what is the average of nothing is not known. */
export function idleOf(subject: Subject, formula: Formula): number | null {
  if (formula.kind === 'count' || formula.kind === 'distinct' || formula.kind === 'sum') return 0;
  if (formula.kind === 'number') return formula.value;
  if (formula.kind === 'metric') {
    const metric = findMetric(subject, formula.metric);
    return metric && metric.formula.kind !== 'metric' ? idleOf(subject, metric.formula) : null;
  }
  return 'left' in formula ? calculated(formula, idleOf(subject, formula.left), idleOf(subject, formula.right)) : null;
}

function calculated({ kind }: Calculation, left: number | null, right: number | null): number | null {
  if (left === null || right === null) return null;
  if (kind === 'add') return left + right;
  if (kind === 'subtract') return left - right;
  if (kind === 'multiply') return left * right;
  return right === 0 ? null : left / right;
}

/** Of a part of a measure: two numbers that are alike differ by nothing, and nothing has no percentage. */
export function idlePart({ part, idle = null }: MeasureField): number | null {
  if (idle === null || part === 'value' || part === 'base') return idle;
  return part === 'difference' || idle !== 0 ? 0 : null;
}

/** Days, or moments, which may be written in several ways; what is no time has none. */
function keyOf(step: unknown): number | null {
  const key = typeof step === 'string' ? Date.parse(step) : Number.NaN;
  return Number.isNaN(key) ? null : key;
}

type Asked = { ask: QueryAsk; clock: Clock; alignment?: Alignment | undefined };
type Along = Reach & { place: number };

/** The dimension of time, and its steps that were asked for, with rows or without. */
function alongOf({ fields, values }: Shown, { ask, clock }: Asked): Along | null {
  const place = fields.findIndex((field) => field.role === 'dimension' && field.grain !== null);
  const field = fields[place];
  const dimension = ask.dimensions.find(({ id }) => id === field?.name);
  if (field?.role !== 'dimension' || !field.grain || dimension?.kind !== 'time') return null;
  const seen = values[place]!.filter((value) => keyOf(value) !== null) as string[];
  if (seen.length === 0) return null;
  const [first, last] = seen.reduce(
    ([least, most], step) => [keyOf(step)! < keyOf(least)! ? step : least, keyOf(step)! > keyOf(most)! ? step : most],
    [seen[0]!, seen[0]!],
  );
  const reach = stepsAsked(ask, { ...dimension, grain: field.grain }, clock, { first, last });
  return reach && { ...reach, place };
}

/** All steps of the only dimension; `placeOf` is where one comes among them. */
type Every = { place: number; steps: unknown[]; placeOf: (step: unknown) => number | null };

/** A step, and its row if there is one. */
type Entry = { key: number | null; step: unknown; row: number | undefined };

function entriesOf(known: unknown[], { steps, placeOf }: Every): Entry[] {
  const found = new Set(known.map(placeOf));
  const missing = steps.filter((step) => !found.has(placeOf(step)));
  const entries: Entry[] = [
    ...known.map((step, row) => ({ key: placeOf(step), step, row })),
    ...missing.map((step) => ({ key: placeOf(step), step, row: undefined })),
  ];
  return entries.sort((a, b) => (a.key ?? Infinity) - (b.key ?? Infinity));
}

/** What the steps have of a field; a total goes on as it was before. */
function fillColumn(field: Field, values: unknown[], entries: Entry[], hasBase: HasBase): unknown[] {
  if (field.role === 'dimension') return entries.map(({ step }) => step);
  let before: unknown = idlePart(field);
  return entries.map(({ row, step }) => {
    if (row === undefined && field.part !== 'value' && !hasBase(step)) return null;
    if (row !== undefined) before = values[row];
    else if (!field.isRunning) before = idlePart(field);
    return before;
  });
}

/** Whether a step is compared with another. */
type HasBase = (step: unknown) => boolean;

const hasBaseIn =
  (alignment: Alignment | undefined, grain: Grain | null): HasBase =>
  (step) =>
    !alignment || !grain || typeof step !== 'string' || counterpartOf(alignment, step, grain) !== null;

/** Where the steps without rows belong among rows that go by an amount: nothing lies behind everything. */
function amongAmounts(entries: Entry[], amounts: unknown[], { field, isUp }: { field: Field; isUp: boolean }): Entry[] {
  const idle = field.role === 'measure' ? idlePart(field) : null;
  const known = entries.filter(({ row }) => row !== undefined).sort((a, b) => a.row! - b.row!);
  const isAfter = ({ row }: Entry) => {
    const amount = amountOf(amounts[row!]);
    return idle !== null && (amount === null || (isUp ? amount > idle : amount < idle));
  };
  const at = known.findIndex(isAfter);
  const missing = entries.filter(({ row }) => row === undefined);
  return at < 0 ? [...known, ...missing] : [...known.slice(0, at), ...missing, ...known.slice(at)];
}

function inOrder(entries: Entry[], { fields, values }: Shown, { ask }: Asked): Entry[] {
  const [order] = ask.order;
  if (!order) return entries;
  const isUp = order.direction === 'ascending';
  if (order.kind === 'dimension') {
    const [times, others] = [entries.filter(({ key }) => key !== null), entries.filter(({ key }) => key === null)];
    return [...(isUp ? times : times.toReversed()), ...others];
  }
  const index = fields.findIndex(({ name }) => name === nameOfPart(order.id, order.part));
  return index < 0 ? entries : amongAmounts(entries, values[index]!, { field: fields[index]!, isUp });
}

function withEvery(shown: Shown, every: Every, asked: Asked): Shown {
  const { place } = every;
  const entries = entriesOf(shown.values[place]!, every);
  if (entries.every(({ row }, index) => row === index) || entries.length > asked.ask.limit) return shown;
  const shownIn = inOrder(entries, shown, asked);
  const places = new Map(entries.map((entry, index) => [entry, index]));
  const along = shown.fields[place]!;
  const hasBase = hasBaseIn(asked.alignment, along.role === 'dimension' ? along.grain : null);
  const values = shown.fields.map((field, index) => {
    const filled = fillColumn(field, shown.values[index]!, entries, hasBase);
    return shownIn.map((entry) => filled[places.get(entry)!]);
  });
  return { fields: shown.fields, values };
}

/** What is yet to come has no value, though what it is compared with has one. */
function withoutFuture(shown: Shown, { place, steps }: Along): Shown {
  const last = keyOf(steps.at(-1))!;
  const isLater = shown.values[place]!.map((step) => (keyOf(step) ?? 0) > last);
  if (!isLater.includes(true)) return shown;
  const values = shown.fields.map((field, index) => {
    if (field.role === 'dimension' || field.part === 'base') return shown.values[index]!;
    const own = shown.values[shown.fields.findIndex(({ name }) => name === field.measure)] ?? [];
    const isNothing = (row: number) => field.isRunning || amountOf(own[row]) === (field.idle ?? null);
    return shown.values[index]!.map((value, row) => (isLater[row] && isNothing(row) ? null : value));
  });
  return { fields: shown.fields, values };
}

/** Hours, weekdays or months without rows, where they are the only dimension; of several, weekdays in their order. */
function withEveryPart(shown: Shown, asked: Asked): Shown {
  const place = shown.fields.findIndex((field) => field.role === 'dimension' && field.datePart !== undefined);
  const field = shown.fields[place];
  if (field?.role !== 'dimension' || !field.datePart?.hasEvery || shown.values[place]!.length === 0) return shown;
  const { values } = field.datePart;
  const placeOf = (step: unknown) => (step === null ? null : values.indexOf(Number(step)));
  const isAlone = asked.ask.dimensions.length === 1;
  return isAlone ? withEvery(shown, { place, steps: values, placeOf }, asked) : inParts(shown, asked);
}

/** Rows in the order of their dimensions, where no other order is wanted: weeks may begin on Sunday. */
function inParts(shown: Shown, { ask }: Asked): Shown {
  if (ask.order.length > 0 || ask.top.kind === 'most') return shown;
  const places = shown.fields.flatMap((field, place) => (field.role === 'dimension' ? [place] : []));
  const keys = places.map((place) => {
    const field = shown.fields[place]!;
    const parts = field.role === 'dimension' ? field.datePart?.values : undefined;
    // The answer has the values of the others in their order already, below each combination of those before them.
    return (row: number, index: number) => (parts ? partPlace(parts, shown.values[place]![row]) : index);
  });
  const groups = groupsOf(places.map((place) => shown.values[place]!));
  const rows = groups.map((_, row) => row);
  rows.sort((a, b) =>
    keys.reduce((sign, keyAt, depth) => sign || keyAt(a, groups[a]![depth]!) - keyAt(b, groups[b]![depth]!), 0),
  );
  return { fields: shown.fields, values: shown.values.map((values) => rows.map((row) => values[row])) };
}

const partPlace = (parts: number[], value: unknown) => (value === null ? parts.length : parts.indexOf(Number(value)));

/** For each row and depth, the first row that has the same values down to there. */
function groupsOf(columns: unknown[][]): number[][] {
  const firsts = new Map<string, number>();
  return (columns[0] ?? []).map((_, row) =>
    columns.map((_column, depth) => {
      const key = JSON.stringify(columns.slice(0, depth + 1).map((values) => values[row]));
      if (!firsts.has(key)) firsts.set(key, row);
      return firsts.get(key)!;
    }),
  );
}

/**
 * The one rule for steps of time without rows: within the time that was asked for, as far as now, amounts are zero and
 * averages are not known. Where time is the only dimension each step has a row; of several, `steps` says which there are.
 */
export function filled(shown: Shown, asked: Asked): Shown & Partial<Reach> {
  const { ask } = asked;
  const along = alongOf(shown, asked);
  const isTopped = ask.top.kind === 'most' && ask.top.dimension === shown.fields[along?.place ?? -1]?.name;
  if (!along) return withEveryPart(shown, asked);
  if (isTopped) return shown;
  const past = ask.period.kind === 'during' && ask.period.compare.kind !== 'none' ? withoutFuture(shown, along) : shown;
  const every = ask.dimensions.length === 1 ? withEvery(past, { ...along, placeOf: keyOf }, asked) : past;
  return { ...every, steps: along.steps, isCut: along.isCut };
}
