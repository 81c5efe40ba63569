import type { Dataset, DatasetColumn } from '#contract/datasets.ts';
import { type Amount, amountsOf, countOfRows, isScaleOfFew, type Known } from './amounts.ts';
import { candidatesFor, type Group } from './groups.ts';
import { isList, isSlow, type When, whenOf } from './time.ts';

/** What a dataset is about, as far as its columns and their values tell. */
export type Traits = {
  dataset: Dataset;
  rows: number;
  when: When | null;
  /** A column of years, which is an axis where there is no time. */
  year: Known | null;
  /** Whether it lists people or things rather than what happened. */
  isList: boolean;
  /** Whether it is looked at whole rather than the last of it. */
  isWhole: boolean;
  /** Numbers worth showing, the most telling first; never none. */
  amounts: Amount[];
  /** What rows can be split by, the most telling first. */
  groups: Group[];
  /** Columns that name someone or something again and again: how many there are is worth knowing. */
  names: DatasetColumn[];
  /** Answers on a small scale. */
  scales: DatasetColumn[];
};

export function traitsOf(dataset: Dataset, known: Known[], rows: number): Traits {
  const when = whenOf(known, rows);
  const named = dataset.metrics.map(({ id }): Amount => ({
    formula: { kind: 'metric', metric: id },
    column: null,
    kind: null,
    isSum: false,
    isPositive: false,
    weight: 5,
    deviation: null,
  }));
  const year = known.find(({ kind, profile }) => kind === 'year' && profile.distinct > 1) ?? null;
  const isOfThings = when !== null && isList(when, rows);
  return {
    dataset,
    rows,
    when,
    year: when ? null : year,
    isList: isOfThings,
    isWhole: when === null || isOfThings || isSlow(when),
    amounts: [...named, ...amountsOf(known, when !== null || year !== null), countOfRows],
    groups: candidatesFor(known, rows),
    names: known.filter((each) => isName(each, rows)).map(({ column }) => column),
    scales: known.filter(isScaleOfFew).map(({ column }) => column),
  };
}

const nameOfMany =
  /id$|code$|no$|user|customer|client|visitor|member|device|session|sensor|编号|客户|用户|会员|设备|员工/i;

/** Something that comes again: fewer values than rows, but many. */
const isName = ({ column, profile }: Known, rows: number) =>
  column.role === 'dimension' && nameOfMany.test(column.name) && profile.distinct > 12 && profile.distinct < rows * 0.9;
