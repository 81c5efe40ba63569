import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';

import { type LocalizedText, sameInBoth } from '#domain/columns/column.ts';
import type { SearchableItem } from '#domain/text/text-search.ts';
import type { SearchText } from '#domain/text/text-match.ts';
import type { SearchResult } from '#contract/search/routes.ts';
import type { Queryable } from '#server/database/open.ts';
import {
  applications,
  calculatedColumns,
  columns,
  dashboards,
  datasets,
  folders,
  members,
  metrics,
  verificationMarks,
} from '#server/database/schema.ts';
import { loadCards, type TitleSource } from './cards.ts';

/** An indexed item: its link, title and location. */
export type IndexedItem = SearchableItem & {
  link: SearchLink;
  title: LocalizedText;
  place: LocalizedText;
  reads?: TitleSource;
};

type LinkOf<Kind> = Kind extends SearchResult ? Omit<Kind, 'text' | 'marks' | 'also' | 'place' | 'isFavourite'> : never;
type SearchLink = LinkOf<SearchResult>;

/** Units in which items are loaded and changes are published: a dashboard with its cards, a dataset with its parts. */
export type ItemSource = 'dashboard' | 'application' | 'folder' | 'dataset' | 'member';
export type LoadedItems = { source: ItemSource; id: string; items: IndexedItem[] };
export type MakeSubject = (text: string) => SearchText;

/** Ids to load; all if undefined. */
export type IdFilter = string[] | undefined;

const emptyTexts = { en_US: '', zh_CN: '' };
const joinTexts = (...parts: LocalizedText[]): LocalizedText => ({
  en_US: parts.map((part) => part.en_US || part.zh_CN).join(' · '),
  zh_CN: parts.map((part) => part.zh_CN || part.en_US).join(' · '),
});
const labelOrName = (name: string, label: LocalizedText): LocalizedText => ({
  en_US: label.en_US || name,
  zh_CN: label.zh_CN || name,
});

const subjectsOf = (texts: string[], make: MakeSubject) => [...new Set(texts.filter(Boolean))].map(make);

function groupBy<T>(list: T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return groups;
}

type ItemFields = {
  link: SearchLink;
  title: LocalizedText;
  place?: LocalizedText;
  more?: string[];
  reads?: TitleSource;
};

function itemOf(
  { link, title, place = emptyTexts, more = [], ...optionalFields }: ItemFields,
  make: MakeSubject,
): IndexedItem {
  const names = subjectsOf([title.en_US, title.zh_CN, ...more], make);
  return { link, title, place, names, places: subjectsOf([place.en_US, place.zh_CN], make), ...optionalFields };
}

export async function loadDashboards(db: Queryable, ids: IdFilter, make: MakeSubject): Promise<LoadedItems[]> {
  const { id, title } = dashboards;
  const condition = and(isNull(dashboards.trashedAt), ids && inArray(id, ids));
  const list = await db.select({ id, title }).from(dashboards).where(condition);
  const cards = await loadCards(db, condition);
  const cardsOf = groupBy(cards, (card) => card.dashboard);
  return list.map((dashboard) => {
    const { id: own, title: dashboardTitle } = dashboard;
    const first = itemOf({ link: { kind: 'dashboard', id: own }, title: dashboardTitle }, make);
    const rest = (cardsOf.get(own) ?? []).map(({ tab, id: card, ...named }) =>
      itemOf({ link: { kind: 'card', id: card, dashboard: own, tab }, place: dashboardTitle, ...named }, make),
    );
    return { source: 'dashboard', id: own, items: [first, ...rest] };
  });
}

export async function loadApplications(db: Queryable, ids: IdFilter, make: MakeSubject): Promise<LoadedItems[]> {
  const { id, name } = applications;
  const condition = and(isNull(applications.trashedAt), ids && inArray(id, ids));
  const list = await db.select({ id, name }).from(applications).where(condition);
  return list.map((each) => ({
    source: 'application',
    id: each.id,
    items: [itemOf({ link: { kind: 'application', id: each.id }, title: sameInBoth(each.name) }, make)],
  }));
}

export async function loadFolders(db: Queryable, ids: IdFilter, make: MakeSubject): Promise<LoadedItems[]> {
  const { id, name, kind: of } = folders;
  const list = await db
    .select({ id, name, of })
    .from(folders)
    .where(ids && inArray(id, ids));
  return list.map((each) => ({
    source: 'folder',
    id: each.id,
    items: [itemOf({ link: { kind: 'folder', id: each.id, of: each.of }, title: sameInBoth(each.name) }, make)],
  }));
}

type NamedPart = { name: string; label: LocalizedText };

type PartTable = typeof columns | typeof calculatedColumns | typeof metrics;

/** The columns or metrics of datasets, in their order. */
const loadParts = (db: Queryable, table: PartTable, condition: SQL | undefined) =>
  db
    .select({ id: table.id, dataset: table.datasetId, name: table.name, label: table.label })
    .from(table)
    .innerJoin(datasets, eq(datasets.id, table.datasetId))
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .where(condition)
    .orderBy('position' in table ? table.position : table.createdAt);

/** The ids of datasets and metrics that are marked as verified. */
async function loadVerifiedIds(db: Queryable, condition: SQL | undefined): Promise<Set<string>> {
  const rows = await db
    .select({ dataset: verificationMarks.datasetId, metric: verificationMarks.metricId })
    .from(verificationMarks)
    .innerJoin(datasets, eq(datasets.id, verificationMarks.datasetId))
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .where(condition);
  return new Set(rows.map(({ dataset, metric }) => metric ?? dataset));
}

/** Datasets by id, and all datasets of applications; all if undefined. */
export type DatasetFilter = { ids: string[]; applications: string[] } | undefined;

export async function loadDatasets(db: Queryable, filter: DatasetFilter, make: MakeSubject): Promise<LoadedItems[]> {
  const condition = and(
    isNull(datasets.trashedAt),
    isNull(applications.trashedAt),
    filter && sql`(${inArray(datasets.id, filter.ids)} or ${inArray(datasets.applicationId, filter.applications)})`,
  );
  const list = await db
    .select({ dataset: datasets, application: applications.name })
    .from(datasets)
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .where(condition);
  const columnList = [
    ...(await loadParts(db, columns, condition)),
    ...(await loadParts(db, calculatedColumns, condition)),
  ];
  const columnsOf = groupBy(columnList, (column) => column.dataset);
  const metricsOf = groupBy(await loadParts(db, metrics, condition), (metric) => metric.dataset);
  const verifiedIds = await loadVerifiedIds(db, condition);
  return list.map(({ dataset, application: owner }) => {
    const { id, name, label, applicationId: application } = dataset;
    const title = labelOrName(name, label);
    const [ownPlace, place] = [sameInBoth(owner), joinTexts(title, sameInBoth(owner))];
    const isVerified = verifiedIds.has(id);
    const link: SearchLink = { kind: 'dataset', id, application, isVerified };
    const first = itemOf({ link, title, place: ownPlace, more: [name] }, make);
    const partOf = (part: NamedPart, partLink: SearchLink) =>
      itemOf({ link: partLink, title: labelOrName(part.name, part.label), place, more: [part.name] }, make);
    const metricItems = (metricsOf.get(id) ?? []).map((metric) => {
      const metricLink = { id: metric.id, application, dataset: id, isVerified: verifiedIds.has(metric.id) };
      return partOf(metric, { kind: 'metric', ...metricLink });
    });
    const columnItems = (columnsOf.get(id) ?? []).map((column) =>
      partOf(column, { kind: 'column', id: column.id, application, dataset: id }),
    );
    return { source: 'dataset', id, items: [first, ...metricItems, ...columnItems] };
  });
}

export async function loadMembers(db: Queryable, ids: IdFilter, make: MakeSubject): Promise<LoadedItems[]> {
  const { id, name, username } = members;
  const list = await db
    .select({ id, name, username })
    .from(members)
    .where(ids && inArray(id, ids));
  return list.map((each) => ({
    source: 'member',
    id: each.id,
    items: [
      itemOf(
        {
          link: { kind: 'member', id: each.id },
          title: sameInBoth(each.name),
          place: sameInBoth(each.username),
          more: [each.username],
        },
        make,
      ),
    ],
  }));
}
