import { useEffect, useMemo, useRef, useState } from 'react';

import type { RowsLine } from '#contract/queries/routes.ts';
import type { Language } from '#domain/language.ts';
import { type QuerySpec, type ColumnLabels, nameOfRest, type Result } from '#domain/query/query.ts';
import type { Frame } from '#display/frame.ts';
import { readLines } from '#web/http/json-lines.ts';
import { withLabels } from '#display/frames.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import type { LoadMore } from './GridFoot.tsx';

type LoadedRows = { values: unknown[][]; labels: ColumnLabels[]; isCutOff: boolean };
type AllRowsState = { of: Frame; status: LoadMore | null; rows: LoadedRows | null };

type AllRowsInput = { spec: QuerySpec; zone: string; result: Result; frame: Frame };

/** The frame of a truncated result, and a way to load all its rows. */
export function useAllRows({ spec, zone, result, frame }: AllRowsInput): {
  frame: Frame;
  loadMore: LoadMore | undefined;
} {
  const language = useLanguage();
  const [state, setState] = useState<AllRowsState | null>(null);
  const control = useRef<AbortController>(undefined);
  // Rows of another result are discarded.
  const current = state?.of === frame ? state : null;
  useEffect(() => () => control.current?.abort(), []);

  const handleLoad = async () => {
    control.current?.abort();
    const controller = new AbortController();
    control.current = controller;
    const update = (status: LoadMore | null, rows: LoadedRows | null = null) => setState({ of: frame, status, rows });
    const handleRows = (rows: number) => update({ kind: 'loading', rows, onCancel: () => controller.abort() });
    handleRows(0);
    try {
      update(null, await loadRows({ spec, zone, signal: controller.signal, onRows: handleRows }));
    } catch (error) {
      update(
        controller.signal.aborted
          ? null
          : { kind: 'failed', reason: sentenceOf(error), onLoad: () => void handleLoad() },
      );
    }
  };

  const rows = current?.rows ?? null;
  const fullFrame = useMemo(
    () => (rows ? withRows(frame, result, rows, language) : frame),
    [frame, result, rows, language],
  );
  // If the limit of the query is below the row limit, there are no more rows to load.
  const isMore = frame.isCutOff && spec.limit >= answerRows && !rows;
  const offered: LoadMore = { kind: 'offered', onLoad: () => void handleLoad() };
  return { frame: fullFrame, loadMore: isMore ? (current?.status ?? offered) : undefined };
}

/** Row limit of a result; importing `maxAnswerRows` would bundle all schemas. */
const answerRows = 10_000;

/** Replaces the rows of a frame: the loaded rows have the columns of the result. */
function withRows(
  frame: Frame,
  { columns }: Result,
  { values, labels, isCutOff }: LoadedRows,
  language: Language,
): Frame {
  const columnOf = (name: string) => values[columns.findIndex((column) => column.name === name)] ?? [];
  const marks = frame.rest && columns.find(({ name }) => frame.fields.some((field) => nameOfRest(field.name) === name));
  return {
    ...frame,
    fields: withLabels(frame.fields, labels, language),
    values: frame.fields.map(({ name }) => columnOf(name)),
    rest: marks ? columnOf(marks.name).map(Boolean) : null,
    isCutOff,
  };
}

type RowsRequest = { spec: QuerySpec; zone: string; signal: AbortSignal; onRows: (rows: number) => void };

/** Streams the rows of a result into columns. */
async function loadRows({ spec, zone, signal, onRows }: RowsRequest): Promise<LoadedRows> {
  const values: unknown[][] = [];
  let [isCutOff, labels]: [boolean, ColumnLabels[]] = [false, []];
  await readLines<RowsLine>(
    'POST /queries/rows',
    { ask: spec, zone },
    {
      signal,
      onLine: (line) => {
        if (line.kind === 'end') isCutOff = line.isCutOff;
        if (line.kind === 'labels') labels = line.labels;
        if (line.kind !== 'rows') return;
        append(values, line.values);
        onRows(values[0]?.length ?? 0);
      },
    },
  );
  return { values, labels, isCutOff };
}

/** Appends in a loop: as spread arguments there would be too many. */
function append(values: unknown[][], more: unknown[][]): void {
  for (const [column, added] of more.entries()) {
    const all = (values[column] ??= []);
    for (const value of added) all.push(value);
  }
}
