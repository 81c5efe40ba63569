import type { AlertWatch } from '#contract/alerts/schemas.ts';
import type { Dependent } from '#contract/datasets/uses.ts';
import type { Problem } from '#contract/errors.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { ColumnMapping } from '#domain/dashboard/remap.ts';
import type { Chart } from '#domain/query/chart.ts';
import type { Formula } from '#domain/query/query.ts';
import type { QueryContext } from '#server/queries/services.ts';
import type { RemapCheck } from './remap-check.ts';

type Replacement<Kind extends string, Value> = {
  kind: Kind;
  id: string;
  title: LocalizedText;
  before: Value;
  after: Value;
};

/** A change of one thing. `parts` are the changed parts of a dashboard. */
export type PlannedChange =
  | (Replacement<'dashboard', Dashboard> & { version: number; parts: Set<string> })
  | Replacement<'chart', Chart>
  | Replacement<'metric', Formula>
  | Replacement<'alert', AlertWatch>;

/** A use that the replacement reaches: why it stays as it is, or null if it is changed. */
export type PlannedUse = { dependent: Dependent; problem: Problem | null };
export type PartialPlan = { uses: PlannedUse[]; changes: PlannedChange[] };

/** What a planner of one kind of thing needs. */
export type RemapPlanning = { ctx: QueryContext; mapping: ColumnMapping; check: RemapCheck };
