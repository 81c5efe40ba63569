import { useEffect, useMemo, useRef, useState } from 'react';

import type { RowsLine } from '#contract/asks.ts';
import { type Ask, nameOfRest, type Result } from '#contract/query.ts';
import type { Frame } from '#display/frame.ts';
import { readLines } from '#web/http/lines.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import type { LoadMore } from './GridFoot.tsx';

type Rows = { values: unknown[][]; isCutOff: boolean };
type State = { of: Frame; at: LoadMore | null; rows: Rows | null };

type Answered = { ask: Ask; zone: string; result: Result; frame: Frame };

/** The table of an answer that was cut off, and the way to read all of its rows. */
export function useAllRows({ ask, zone, result, frame }: Answered): { frame: Frame; loadMore: LoadMore | undefined } {
  const [state, setState] = useState<State | null>(null);
  const control = useRef<AbortController>(undefined);
  // Rows of another answer are of no use for this one.
  const now = state?.of === frame ? state : null;
  useEffect(() => () => control.current?.abort(), []);

  const handleLoad = async () => {
    control.current?.abort();
    const own = new AbortController();
    control.current = own;
    const tell = (at: LoadMore | null, rows: Rows | null = null) => setState({ of: frame, at, rows });
    const handleRows = (rows: number) => tell({ kind: 'loading', rows, onCancel: () => own.abort() });
    handleRows(0);
    try {
      tell(null, await loadRows({ ask, zone, signal: own.signal, onRows: handleRows }));
    } catch (error) {
      tell(own.signal.aborted ? null : { kind: 'failed', reason: sentenceOf(error), onLoad: () => void handleLoad() });
    }
  };

  const rows = now?.rows ?? null;
  const whole = useMemo(() => (rows ? withRows(frame, result, rows) : frame), [frame, result, rows]);
  // Who asks for fewer rows than an answer may have wants no more of them.
  const isMore = frame.isCutOff && ask.limit >= answerRows && !rows;
  const offered: LoadMore = { kind: 'offered', onLoad: () => void handleLoad() };
  return { frame: whole, loadMore: isMore ? (now?.at ?? offered) : undefined };
}

/** As many rows as come with an answer; `maxAnswerRows` would bring all schemas along. */
const answerRows = 10_000;

/** The rows have the columns of the result; the frame shows some of them, and knows the rest by another. */
function withRows(frame: Frame, { columns }: Result, { values, isCutOff }: Rows): Frame {
  const columnOf = (name: string) => values[columns.findIndex((column) => column.name === name)] ?? [];
  const marks = frame.rest && columns.find(({ name }) => frame.fields.some((field) => nameOfRest(field.name) === name));
  return {
    ...frame,
    values: frame.fields.map(({ name }) => columnOf(name)),
    rest: marks ? columnOf(marks.name).map(Boolean) : null,
    isCutOff,
  };
}

type Loading = { ask: Ask; zone: string; signal: AbortSignal; onRows: (rows: number) => void };

/** Reads the rows of an answer, column by column. */
async function loadRows({ ask, zone, signal, onRows }: Loading): Promise<Rows> {
  const values: unknown[][] = [];
  let isCutOff = false;
  await readLines<RowsLine>(
    'POST /queries/rows',
    { ask, zone },
    {
      signal,
      onLine: (line) => {
        if (line.kind === 'end') isCutOff = line.isCutOff;
        if (line.kind !== 'rows') return;
        append(values, line.values);
        onRows(values[0]?.length ?? 0);
      },
    },
  );
  return { values, isCutOff };
}

/** Ten thousand values at a time: as arguments of one call they would be too many. */
export function append(values: unknown[][], more: unknown[][]): void {
  for (const [column, added] of more.entries()) {
    const all = (values[column] ??= []);
    for (const value of added) all.push(value);
  }
}
