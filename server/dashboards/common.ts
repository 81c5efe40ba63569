import { isFilterAnchored } from '#contract/anchor.ts';
import { needsOf, needsOfFormula } from '#contract/dashboard-uses.ts';
import type { Ask, Filter, Metric, QueryAsk } from '#contract/query.ts';
import type { Within } from '#engine/engine.ts';
import { duckdb } from '#engine/sql/dialects/duckdb.ts';
import { compileTrial, compileWithin } from '#engine/sql/rows.ts';
import type { Snapshot } from '#server/datasets/snapshot.ts';
import type { Asking } from '#server/queries/services.ts';
import { shareOf } from '#server/queue/share.ts';
import { areUnknown, type Setting } from './errands.ts';
import { createMemo } from './memo.ts';
import type { Asked } from './questions.ts';
import { filterText } from './share.ts';

type WithinOf = NonNullable<Setting['within']>;

/** Of fewer rows every question is answered at once. */
const leastRows = 500_000;
/** Fewer questions are asked sooner than it is found out what they have in common. */
const leastQuestions = 3;
/** To copy more rows than these takes longer than to read them several times. */
const mostRows = 200_000;
/** So many rows are looked at to guess how many there will be. */
const tried = 50_000;
/** From so many of them on the guess can be relied upon; rows that lie together are none of the first, or very many. */
const enough = 50;

/**
 * The rows that questions have in common: whoever picks one city of a thousand makes all cards read the same few rows,
 * which are found once for all of them.
 */
export async function findCommon(ctx: Asking, setting: Setting, questions: Asked[]): Promise<WithinOf | undefined> {
  const shared = sharedBy(questions);
  if (shared.filters.length === 0) return undefined;
  const snapshot = await setting.snapshots(shared.dataset!).catch(() => undefined);
  if (!snapshot || snapshot.rows < leastRows) return undefined;
  const trial = trials(questions, snapshot);
  if (!trial.within) {
    if (!(await areUnknown(ctx, setting, shared.covered, leastQuestions))) return undefined;
    // What is wrong is told by the questions themselves.
    trial.within ??= findWithin(ctx, setting, { snapshot, shared }).catch(() => undefined);
  }
  const within = await trial.within;
  return within && ((ask) => (shared.covers(ask) ? within : undefined));
}

// A thousand who look at the same try it out once.
const trials = createMemo((_questions: Asked[], _snapshot: Snapshot): { within?: Promise<Within | undefined> } => ({}));

/** The filters of most of the questions about one dataset, and which questions have them all. */
type Shared = {
  dataset: string | undefined;
  filters: Filter[];
  covered: QueryAsk[];
  covers: (ask: Ask) => boolean;
};

const known = new WeakMap<Asked[], Shared>();

// A thousand who look at the same have the same questions.
function sharedBy(questions: Asked[]): Shared {
  const shared = known.get(questions) ?? findShared(questions.map(({ ask }) => ask).filter(isQuery));
  known.set(questions, shared);
  return shared;
}

const isQuery = (ask: Ask) => ask.kind === 'query';

function findShared(asks: QueryAsk[]): Shared {
  const dataset = asks[0]?.dataset;
  const same = asks.filter((ask) => ask.dataset === dataset);
  // Which time is counted back from the newest row is known only when a question is planned.
  const all = same.flatMap(({ filters }) =>
    filters.filter((each) => !isFilterAnchored(each)).map((filter) => [filterText(filter), filter] as const),
  );
  const counts = new Map<string, number>();
  for (const [text] of all) counts.set(text, (counts.get(text) ?? 0) + 1);
  const shared = new Map(all.filter(([text]) => counts.get(text)! > same.length / 2));
  const covers = (ask: Ask) =>
    isQuery(ask) && ask.dataset === dataset && [...shared.keys()].every((text) => has(ask, text));
  return { dataset, filters: [...shared.values()], covered: same.filter(covers), covers };
}

const has = ({ filters }: QueryAsk, text: string) => filters.some((filter) => filterText(filter) === text);

function columnsOf(asks: QueryAsk[], metrics: Metric[]): string[] {
  const needs = asks.map(needsOf);
  const used = new Set(needs.flatMap((need) => need.metrics));
  const ofMetrics = metrics.filter(({ id }) => used.has(id)).map(({ formula }) => needsOfFormula(formula));
  return [...new Set([...needs, ...ofMetrics].flatMap(({ columns }) => columns))];
}

/** The rows in common, if they are few as far as the first rows tell. */
async function findWithin(
  ctx: Asking,
  { seconds, zone, now }: Setting,
  { snapshot, shared }: { snapshot: Snapshot; shared: Shared },
): Promise<Within | undefined> {
  const { source, metrics, rows } = snapshot;
  const table = { name: source.name, columns: source.columns, metrics };
  const common = { filters: shared.filters, columns: columnsOf(shared.covered, metrics), zone, now };
  const question = { ...compileTrial(common, table, duckdb, tried), sources: [source] };
  const { values } = await ctx.queue.run(shareOf(ctx), (signal) => ctx.engine.ask(question, { seconds, signal }));
  const found = Number(values[0]![0]);
  const isRare = (found / tried) * rows <= mostRows;
  return isRare ? compileWithin(common, table, duckdb, { most: mostRows, isKnown: found >= enough }) : undefined;
}
