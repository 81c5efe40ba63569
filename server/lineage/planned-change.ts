import type { AlertWatch } from '#contract/alerts/schemas.ts';
import type { Dependent } from '#contract/datasets/uses.ts';
import type { Problem } from '#contract/errors.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import type { ColumnMapping } from '#domain/dashboard/remap.ts';
import type { Chart } from '#domain/query/chart.ts';
import type { Expression } from '#domain/query/expression.ts';
import type { Formula } from '#domain/query/query.ts';
import type { RelationKey } from '#domain/query/relation.ts';
import type { QueryContext } from '#server/queries/services.ts';
import type { DependentUse } from '#server/dashboards/dependents.ts';
import type { RemapCheck } from './remap-check.ts';

type Replacement<Kind extends string, Value> = {
  kind: Kind;
  id: string;
  title: LocalizedText;
  before: Value;
  after: Value;
};

/** A replacement of columns of one dataset in some parts of a dashboard. */
export type DashboardStep = { mapping: ColumnMapping; parts: Set<string> };

/** A change of one object. */
export type PlannedChange =
  | (Replacement<'dashboard', Dashboard> & { version: number; steps: DashboardStep[] })
  | Replacement<'chart', Chart>
  | Replacement<'metric', Formula>
  | Replacement<'calculation', Expression>
  | Replacement<'relation', RelationKey[]>
  | Replacement<'alert', AlertWatch>;

/** A use that the replacement affects; `problem` is why it stays unchanged, or null if it is changed. */
export type PlannedUse = { dependent: Dependent; problem: Problem | null };
export type PartialPlan = { uses: PlannedUse[]; changes: PlannedChange[] };

export const emptyPlan: PartialPlan = { uses: [], changes: [] };

/** The plan of one use: the change, unless there is a problem. */
export const planOf = (dependent: Dependent, problem: Problem | undefined, change: PlannedChange): PartialPlan => ({
  uses: [{ dependent, problem: problem ?? null }],
  changes: problem ? [] : [change],
});

/** Input of a planner of one kind of object. */
export type RemapPlanning = { ctx: QueryContext; mapping: ColumnMapping; check: RemapCheck };

/** Uses of one dataset, with the replacement to make in them. */
export type UsesToRemap = { planning: RemapPlanning; uses: DependentUse[] };
