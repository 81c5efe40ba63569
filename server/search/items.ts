import { and, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { Texts } from '#contract/datasets.ts';
import type { Findable } from '#contract/finding.ts';
import type { Subject } from '#contract/match.ts';
import type { Found } from '#contract/search.ts';
import type { Queryable } from '#server/database/open.ts';
import { applications, columns, dashboards, datasets, members } from '#server/database/schema.ts';
import { loadCards } from './cards.ts';

/** Data that a name tells something of. */
export type Reads = { dataset: string; application: string };
/** Something that can be found: what it is, what it is called, and where it is. */
export type Item = Findable & { leads: Leads; title: Texts; place: Texts; reads?: Reads };

type LeadsOf<Kind> = Kind extends Found ? Omit<Kind, 'text' | 'marks' | 'also' | 'place' | 'isFavourite'> : never;
export type Leads = LeadsOf<Found>;

/** Items of one thing, by what tells of its changes: a dashboard with its cards, a dataset with its columns. */
export type Source = 'dashboard' | 'application' | 'dataset' | 'member';
export type Loaded = { source: Source; id: string; items: Item[] };
export type MakeSubject = (text: string) => Subject;

/** Which ones to load; all of them if none are named. */
export type Wanted = string[] | undefined;

const none = { en_US: '', zh_CN: '' };
const both = (text: string): Texts => ({ en_US: text, zh_CN: text });
const within = (...parts: Texts[]): Texts => ({
  en_US: parts.map((part) => part.en_US || part.zh_CN).join(' · '),
  zh_CN: parts.map((part) => part.zh_CN || part.en_US).join(' · '),
});
const labelled = (name: string, label: Texts): Texts => ({ en_US: label.en_US || name, zh_CN: label.zh_CN || name });

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

type Naming = { leads: Leads; title: Texts; place?: Texts; more?: string[]; reads?: Reads };

function itemOf({ leads, title, place = none, more = [], ...told }: Naming, make: MakeSubject): Item {
  const names = subjectsOf([title.en_US, title.zh_CN, ...more], make);
  return { leads, title, place, names, places: subjectsOf([place.en_US, place.zh_CN], make), ...told };
}

export async function loadDashboards(db: Queryable, ids: Wanted, make: MakeSubject): Promise<Loaded[]> {
  const { id, title } = dashboards;
  const isWanted = and(isNull(dashboards.trashedAt), ids && inArray(id, ids));
  const list = await db.select({ id, title }).from(dashboards).where(isWanted);
  const cards = await loadCards(db, isWanted);
  const cardsOf = groupBy(cards, (card) => card.dashboard);
  return list.map((dashboard) => {
    const { id: own, title: called } = dashboard;
    const first = itemOf({ leads: { kind: 'dashboard', id: own }, title: called }, make);
    const rest = (cardsOf.get(own) ?? []).map(({ tab, id: card, ...named }) =>
      itemOf({ leads: { kind: 'card', id: card, dashboard: own, tab }, place: called, ...named }, make),
    );
    return { source: 'dashboard', id: own, items: [first, ...rest] };
  });
}

export async function loadApplications(db: Queryable, ids: Wanted, make: MakeSubject): Promise<Loaded[]> {
  const { id, name } = applications;
  const isWanted = and(isNull(applications.trashedAt), ids && inArray(id, ids));
  const list = await db.select({ id, name }).from(applications).where(isWanted);
  return list.map((each) => ({
    source: 'application',
    id: each.id,
    items: [itemOf({ leads: { kind: 'application', id: each.id }, title: both(each.name) }, make)],
  }));
}

/** Datasets by their own ids, or all that applications have. */
export type WantedDatasets = { ids: string[]; applications: string[] } | undefined;

export async function loadDatasets(db: Queryable, wanted: WantedDatasets, make: MakeSubject): Promise<Loaded[]> {
  const isWanted = and(
    isNull(datasets.trashedAt),
    isNull(applications.trashedAt),
    wanted && sql`(${inArray(datasets.id, wanted.ids)} or ${inArray(datasets.applicationId, wanted.applications)})`,
  );
  const list = await db
    .select({ dataset: datasets, application: applications.name })
    .from(datasets)
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .where(isWanted);
  const all = await db
    .select({ id: columns.id, dataset: columns.datasetId, name: columns.name, label: columns.label })
    .from(columns)
    .innerJoin(datasets, eq(datasets.id, columns.datasetId))
    .innerJoin(applications, eq(applications.id, datasets.applicationId))
    .where(isWanted)
    .orderBy(columns.position);
  const columnsOf = groupBy(all, (column) => column.dataset);
  return list.map(({ dataset, application: owner }) => {
    const { id, name, label, applicationId: application } = dataset;
    const title = labelled(name, label);
    const [home, place] = [both(owner), within(title, both(owner))];
    const first = itemOf({ leads: { kind: 'dataset', id, application }, title, place: home, more: [name] }, make);
    const rest = (columnsOf.get(id) ?? []).map((column) =>
      itemOf(
        {
          leads: { kind: 'column', id: column.id, application, dataset: id },
          title: labelled(column.name, column.label),
          place,
          more: [column.name],
        },
        make,
      ),
    );
    return { source: 'dataset', id, items: [first, ...rest] };
  });
}

export async function loadMembers(db: Queryable, ids: Wanted, make: MakeSubject): Promise<Loaded[]> {
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
          leads: { kind: 'member', id: each.id },
          title: both(each.name),
          place: both(each.username),
          more: [each.username],
        },
        make,
      ),
    ],
  }));
}
