import type { Dataset } from '#contract/datasets/routes.ts';
import { verifiedFirst } from '#display/words/verification.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { type MeasureCandidate, amountsOf, countOfRows, isScaleOfFew, type ProfiledColumn } from './amounts.ts';
import { groupCandidatesOf, type GroupCandidate } from './groups.ts';
import { isList, isSlow, type TimeColumn, findTimeColumn } from './time-column.ts';

/** What a dataset is about, derived from its columns and profiles. */
export type Traits = {
  dataset: Dataset;
  rows: number;
  when: TimeColumn | null;
  /** A column of years, used as axis if there is no time column. */
  year: ProfiledColumn | null;
  /** Whether it lists people or things rather than events. */
  isList: boolean;
  /** Whether it is shown whole rather than in a recent range. */
  isWhole: boolean;
  /** Measures worth showing, best first; never empty. */
  amounts: MeasureCandidate[];
  /** Columns to group by, best first. */
  groups: GroupCandidate[];
  /** Columns with repeated names or ids, whose distinct count is interesting. */
  names: DatasetColumn[];
  /** Columns with values on a small scale. */
  scales: DatasetColumn[];
};

export function traitsOf(dataset: Dataset, columns: ProfiledColumn[], rows: number): Traits {
  const when = findTimeColumn(columns, rows);
  const metricCandidates = dataset.metrics.toSorted(verifiedFirst).map(({ id }): MeasureCandidate => ({
    formula: { kind: 'metric', metric: id },
    column: null,
    kind: null,
    isSum: false,
    isPositive: false,
    weight: 5,
    deviation: null,
  }));
  const year = columns.find(({ kind, profile }) => kind === 'year' && profile.distinct > 1) ?? null;
  const isItemList = when !== null && isList(when, rows);
  return {
    dataset,
    rows,
    when,
    year: when ? null : year,
    isList: isItemList,
    isWhole: when === null || isItemList || isSlow(when),
    amounts: [...metricCandidates, ...amountsOf(columns, when !== null || year !== null), countOfRows],
    groups: groupCandidatesOf(columns, rows),
    names: columns.filter((each) => isName(each, rows)).map(({ column }) => column),
    scales: columns.filter(isScaleOfFew).map(({ column }) => column),
  };
}

const nameOfMany =
  /id$|code$|no$|user|customer|client|visitor|member|device|session|sensor|编号|客户|用户|会员|设备|员工/i;

/** Repeated names: many values, but fewer than rows. */
const isName = ({ column, profile }: ProfiledColumn, rows: number) =>
  column.role === 'dimension' && nameOfMany.test(column.name) && profile.distinct > 12 && profile.distinct < rows * 0.9;
