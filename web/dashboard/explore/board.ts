import { createContext, useContext } from 'react';

import type { Dataset, DatasetColumn } from '#contract/datasets.ts';
import type { QueryAsk } from '#contract/query.ts';
import type { Look } from '#display/frame.ts';

/** What every part of the page works on: the question, what it is about, and how it becomes another one. */
export type Board = {
  ask: QueryAsk;
  dataset: Dataset;
  look: Look;
  change: (ask: QueryAsk) => void;
};

export const BoardContext = createContext<Board | undefined>(undefined);

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (!board) throw new Error('There is no board around this.');
  return board;
}

export const columnOf = ({ columns }: Dataset, id: string): DatasetColumn | undefined =>
  columns.find((column) => column.id === id);
