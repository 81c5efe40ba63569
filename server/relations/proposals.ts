import type { RelationProposal } from '#contract/relations/routes.ts';
import { undefinedIfProblem } from '#contract/errors.ts';
import type { Column } from '#domain/query/query.ts';
import type { RelationKey } from '#domain/query/relation.ts';
import { ownColumnsOf } from '#engine/sql/scope.ts';
import { tableOfSnapshot } from '#server/datasets/query-table.ts';
import type { DatasetSnapshot } from '#server/datasets/snapshot.ts';
import { listAllDatasets } from '#server/datasets/read.ts';
import type { ExecutionContext } from '#server/execution/execution.ts';
import { loadVisibleSnapshot } from '#server/execution/plan.ts';
import { isSamePlace } from '#server/execution/related-snapshots.ts';
import { matchRows } from './match.ts';
import { listRelations, loadVisibleDatasets } from './read.ts';

/** Maximum number of datasets to search, and of column pairs whose values are compared. */
const maxDatasets = 200;
const maxMeasured = 12;
/** Minimum share of matching rows; fewer matches are a coincidence. */
const minShare = 0.5;

type Candidate = { related: string; keys: RelationKey[]; similarity: number };

/** Relations to other datasets by the names and types of columns, confirmed by their values, best first. */
export async function proposeRelations(ctx: ExecutionContext, id: string): Promise<RelationProposal[]> {
  const own = await loadVisibleSnapshot(ctx, id);
  const existing = await listRelations(ctx, id);
  const isRelated = (dataset: string) => existing.some(({ from, to }) => from.id === dataset || to.id === dataset);
  const others = (await listAllDatasets(ctx.db, ctx.identity.member))
    .filter((dataset) => dataset.id !== id && !isRelated(dataset.id))
    .slice(0, maxDatasets);
  const candidates: Candidate[] = [];
  for (const { id: related } of others) {
    const partner = await loadVisibleSnapshot(ctx, related).catch(undefinedIfProblem);
    if (partner && isSamePlace(own, partner)) candidates.push(...candidatesOf(own, partner));
  }
  const likely = candidates.toSorted((a, b) => b.similarity - a.similarity).slice(0, maxMeasured);
  const visible = await loadVisibleDatasets(ctx, [...new Set(likely.map(({ related }) => related))]);
  const proposals: RelationProposal[] = [];
  for (const { related, keys } of likely) {
    if (proposals.some((proposal) => proposal.related.id === related)) continue;
    const match = await matchRows(ctx, { id, related, keys }).catch(undefinedIfProblem);
    if (match && isConvincing(match)) proposals.push({ related: visible.get(related)!, keys, match });
  }
  return proposals.toSorted((a, b) => shareOf(b.match) - shareOf(a.match));
}

const shareOf = ({ matched, rowsWithKey }: RelationProposal['match']) =>
  rowsWithKey > 0 ? (matched ?? 0) / rowsWithKey : 0;

const isConvincing = (match: RelationProposal['match']) => match.duplicate === null && shareOf(match) >= minShare;

/** A dataset that cannot be read, for example because its database is down, is not proposed. */
/** Pairs of columns that may relate two datasets. */
function candidatesOf(own: DatasetSnapshot, partner: DatasetSnapshot): Candidate[] {
  const [ownColumns, others] = [own, partner].map((snapshot) => ownColumnsOf(tableOfSnapshot(snapshot)));
  return ownColumns!.flatMap((column) =>
    others!.flatMap((other): Candidate[] => {
      const similarity = keySimilarityOf(column, other, partner.origin.name);
      const keys = [{ column: column.id, relatedColumn: other.id }];
      return similarity > 0 ? [{ related: partner.origin.id, keys, similarity }] : [];
    }),
  );
}

const keyWords = /^(id|key|code|no|number|sku|编号|编码|代码|号)$/;

/** How strongly the names of two columns suggest a relation; 0 if not at all. */
export function keySimilarityOf(column: Column, other: Column, dataset: string): number {
  if (column.type !== other.type || (column.type !== 'text' && column.type !== 'integer')) return 0;
  const [one, two] = [wordsOf(column.name), wordsOf(other.name)];
  const table = wordsOf(dataset).map(singular);
  const endsWithKey = keyWords.test(one.at(-1) ?? '');
  // product_id of an order is the id of a product.
  const isPrefixed = endsWithKey && two.length === 1 && one.at(-1) === two[0] && sharesWord(one.slice(0, -1), table);
  if (isPrefixed) return 3;
  if (one.join(' ') !== two.join(' ')) return 0;
  if (one.length === 1 && keyWords.test(one[0]!)) return 0;
  return endsWithKey || /(编号|编码|代码|号)$/.test(column.name) ? 2.5 : 1;
}

const sharesWord = (words: string[], table: string[]) => words.some((word) => table.includes(singular(word)));
const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

/** The words of a name: `productId` and `product_id` are product and id. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/\.[a-z]{2,5}$/i, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
