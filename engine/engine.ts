import type { Column, ColumnType, Scalar } from '#contract/query.ts';
import type { Progress } from './tables.ts';

/**
 * A dataset as an engine sees it: the name it goes by in a question, its columns, and where its rows are.
 * With places it also shows `#segment` and `#row`, which together never change for a row.
 */
export type Source = { name: string; columns: Column[]; segments: string[]; hasPlaces?: boolean };

/** A question in the engine's own SQL. It can see its sources and nothing else. */
export type Question = { sql: string; params: Scalar[]; sources: Source[] };

/** The answer, column by column. */
export type Answer = { columns: { name: string; type: ColumnType }[]; values: unknown[][] };

/** How long something may take, who may stop it sooner, and who hears how far it is. */
export type Patience = { seconds: number; signal?: AbortSignal; onProgress?: (progress: Progress) => void };

/** What answers questions. Every engine passes the suite in engine.test.ts. */
export type Engine = {
  ask: (question: Question, patience: Patience) => Promise<Answer>;
  close: () => Promise<void>;
};

/** A question that the engine refuses or gives up, for a reason that the person who asked can understand. */
export class Refusal extends Error {
  constructor(
    readonly reason: 'wrong' | 'cancelled' | 'timeout' | 'crashed',
    message: string = reason,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}
