import type { NumberKind } from '#domain/columns/column-kinds.ts';
import type { DatasetColumn } from '#domain/columns/column.ts';
import { findRegion, type MapKind } from '#display/charts/map-regions.ts';
import type { ProfiledColumn } from './amounts.ts';

/** A column that rows can be grouped by. */
export type GroupCandidate = {
  column: DatasetColumn;
  distinct: number;
  /** How well it groups, by its values. */
  weight: number;
  /** Whether some rows have no value, which is a group of its own. */
  hasEmpty: boolean;
  /** The share of its largest group; 1 until the data is analyzed. */
  largest: number;
  /** Whether its values have a natural order, such as months and hours. */
  isOrdered: boolean;
  /** The map that contains its values. */
  map: MapKind | null;
  /** A column whose values each belong to one of these, like the cities of a province. */
  finer: DatasetColumn | null;
};

const meaningfulNames =
  /categor|type|kind|status|state|stage|channel|region|province|city|country|depart|team|product|brand|source|medium|device|browser|os$|gender|level|method|segment|plan|page|path|answer|option|account|sensor|site|room|类|状态|阶段|渠道|地区|区域|省|城市|国家|部门|团队|产品|商品|品牌|来源|设备|性别|等级|方式|科目|岗位|职位|学历|站点|页面/i;
const unhelpfulNames =
  /name$|mail|phone|mobile|address|url|link|comment|note|remark|descri|title|text|memo|agent|uuid|hash|token|姓名|邮箱|电话|手机|地址|备注|描述|说明|摘要|意见/i;

// Beside a code there is usually a name, which people prefer.
const codeNames = /(?:^|[_\s-])(?:id|code|no|ip)$|Id$|编号$|编码$|代码$/i;

/** The columns that are worth grouping by, best first, by their profiles. */
export function groupCandidatesOf(columns: ProfiledColumn[], rows: number): GroupCandidate[] {
  return columns
    .map((each) => ({ each, weight: weightOf(each, rows) }))
    .filter(({ weight }) => weight > 0.15)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ each, weight }) => groupOf(each, weight));
}

const groupOf = ({ column, profile, kind }: ProfiledColumn, weight: number): GroupCandidate => ({
  column,
  weight,
  distinct: profile.distinct,
  hasEmpty: profile.nulls > 0,
  largest: 1,
  isOrdered: kind === 'calendar',
  map: mapOf(profile.top.map(({ value }) => value)),
  finer: null,
});

function weightOf(each: ProfiledColumn, rows: number): number {
  const { column, profile } = each;
  const fitness = fitnessOf(each, rows);
  if (fitness === 0 || profile.distinct < 2) return 0;
  const filled = 1 - profile.nulls / Math.max(1, rows);
  const words = `${column.name} ${column.label.en_US} ${column.label.zh_CN}`;
  const nameWeight = codeNames.test(column.name)
    ? 0.4
    : meaningfulNames.test(words)
      ? 1.3
      : unhelpfulNames.test(words)
        ? 0.3
        : 1;
  const size = isEntity(each, rows) ? 0.3 : sizeWeight(profile.distinct, rows);
  return fitness * size * filled * spreadWeight(each, rows) * nameWeight;
}

const fewEntities = 400;

/** Whether a column holds the names in a short table with one row each, which can be ranked. */
const isEntity = ({ column, profile, kind }: ProfiledColumn, rows: number) =>
  column.type === 'text' && kind !== 'identifier' && profile.distinct >= rows * 0.9 && rows <= fewEntities && rows > 12;

const fewNumbers = 8;
const amountKinds = new Set<NumberKind>(['coordinate', 'amount', 'stock', 'cumulative']);

/** How well a column suits groups by its type: names best, then codes of names and integers with few values. */
function fitnessOf({ column, profile, kind }: ProfiledColumn, rows: number): number {
  const { type, role } = column;
  if (type === 'json' || type === 'date' || type === 'time' || type === 'number' || kind === 'year') return 0;
  if (type !== 'integer') return role === 'dimension' ? 1 : 0;
  if (kind === 'code') return 1;
  if (kind === 'calendar') return profile.distinct <= 31 ? 0.7 : 0;
  if (kind === 'identifier') return profile.distinct <= 40 ? 0.7 : 0.3;
  if (role === 'dimension') return 1;
  const mayBeFactor = kind === 'unknown' || kind === 'level';
  const limit = mayBeFactor && profile.distinct <= 40 && rows % profile.distinct === 0 ? 40 : fewNumbers;
  return !amountKinds.has(kind) && profile.distinct <= Math.min(limit, rows / 8) ? 0.6 : 0;
}

/** A handful of groups is best; nearly unique values make no groups. */
function sizeWeight(distinct: number, rows: number): number {
  if (distinct > 5_000 || distinct > Math.max(12, rows * 0.4)) return 0;
  if (distinct <= 15) return 1;
  if (distinct <= 40) return 0.9;
  return distinct <= 300 ? 0.6 : 0.3;
}

/** Nearly constant columns are not interesting, and long texts are not names. */
function spreadWeight({ profile }: ProfiledColumn, rows: number): number {
  const { top } = profile;
  const share = (top[0]?.count ?? 0) / Math.max(1, rows - profile.nulls);
  const length = top.reduce((sum, { value }) => sum + value.length, 0) / Math.max(1, top.length);
  return (share > 0.98 ? 0.1 : 1) * (length > 40 ? 0.2 : 1);
}

function mapOf(values: string[]): MapKind | null {
  if (values.length < 4) return null;
  const share = (kind: MapKind) => values.filter((value) => findRegion(kind, value)).length / values.length;
  if (share('china') >= 0.8) return 'china';
  return share('world') >= 0.8 ? 'world' : null;
}
