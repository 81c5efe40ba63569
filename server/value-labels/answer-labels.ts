import type { ColumnLabels, ValueLabels } from '#domain/query/query.ts';
import { distinctLabelsOf, labelKeyOf } from '#domain/query/value-labels.ts';
import type { ExecutionContext, QueryAnswer, SerializedColumns } from '#server/execution/execution.ts';
import type { AnsweredLabels } from '#server/execution/labelled-columns.ts';
import type { PlannedQuery } from '#server/execution/plan.ts';
import { loadLabels } from './load-labels.ts';
import { refreshInBackground } from './refresh.ts';

/** The keys of the values in a column of an answer. */
function keysIn({ columns, values }: SerializedColumns, name: string): string[] {
  const index = columns.findIndex((column) => column.name === name);
  if (index < 0) return [];
  const cells = JSON.parse(values[index]!.toString()) as unknown[];
  return cells.flatMap((cell) => labelKeyOf(cell) ?? []);
}

type AnsweredKeys = { own: string[]; clashes: boolean; plain: string[] };

/** The keys in an answer with and without labels, and whether a label equals a key without one. */
function splitKeys(answer: QueryAnswer, name: string, labels: ValueLabels): AnsweredKeys {
  const keys = new Set(keysIn(answer, name));
  for (const total of answer.totals) for (const key of keysIn(total, name)) keys.add(key);
  const own: string[] = [];
  const plain: string[] = [];
  for (const key of keys) (Object.hasOwn(labels, key) ? own : plain).push(key);
  const texts = new Set(plain);
  const clashes = plain.length > 0 && own.some((key) => texts.has(labels[key]!.en_US) || texts.has(labels[key]!.zh_CN));
  return { own, clashes, plain };
}

/**
 * The labels of the values in an answer. Labels of other values are left out: the reader may not be allowed to see
 * them, and there may be many.
 */
function labelsIn(answer: QueryAnswer, name: string, labels: ValueLabels): ValueLabels {
  const { own, clashes, plain } = splitKeys(answer, name, labels);
  const picked = Object.fromEntries(own.map((key) => [key, labels[key]!]));
  return clashes ? distinctLabelsOf(picked, plain) : picked;
}

// Labels are written as JSON once, not for every answer.
const writtenLabels = new WeakMap<ValueLabels, Map<string, string>>();

/** The labels of the values in an answer, as JSON. */
function writeLabelsIn(answer: QueryAnswer, name: string, labels: ValueLabels): string {
  const { own, clashes } = splitKeys(answer, name, labels);
  if (clashes) return JSON.stringify(labelsIn(answer, name, labels));
  const written = writtenLabels.get(labels) ?? new Map<string, string>();
  writtenLabels.set(labels, written);
  const entries = own.map((key) => {
    const entry = written.get(key) ?? `${JSON.stringify(key)}:${JSON.stringify(labels[key])}`;
    written.set(key, entry);
    return entry;
  });
  return `{${entries.join(',')}}`;
}

async function labelsOfColumn(
  ctx: ExecutionContext,
  labelled: AnsweredLabels,
  answer: QueryAnswer,
): Promise<ColumnLabels[]> {
  const { name, id } = labelled;
  const values = labelsIn(answer, name, await loadLabels(ctx, labelled));
  return Object.keys(values).length > 0 ? [{ name, column: id, values }] : [];
}

/** The labels of the values in an answer, by column. */
export async function labelsOfAnswer(
  ctx: ExecutionContext,
  plan: PlannedQuery,
  answer: QueryAnswer,
): Promise<ColumnLabels[]> {
  refreshInBackground(ctx, plan);
  return (await Promise.all(plan.labels.map((each) => labelsOfColumn(ctx, each, answer)))).flat();
}

// An answer in the cache is sent many times; its values need to be parsed only once.
const serializedLabels = new WeakMap<QueryAnswer, { revisions: string; text: string }>();

/** The labels of the values in an answer as JSON; undefined if no column has labels. */
export async function serializedLabelsOf(
  ctx: ExecutionContext,
  plan: PlannedQuery,
  answer: QueryAnswer,
): Promise<string | undefined> {
  if (plan.labels.length === 0) return undefined;
  const revisions = plan.labels.map(({ name, revision }) => `${name} ${revision}`).join();
  const last = serializedLabels.get(answer);
  refreshInBackground(ctx, plan);
  if (last?.revisions === revisions) return last.text;
  const columns = plan.labels.map(async (each) => {
    const values = writeLabelsIn(answer, each.name, await loadLabels(ctx, each));
    return `{"name":${JSON.stringify(each.name)},"column":${JSON.stringify(each.id)},"values":${values}}`;
  });
  const text = `[${(await Promise.all(columns)).join(',')}]`;
  serializedLabels.set(answer, { revisions, text });
  return text;
}
