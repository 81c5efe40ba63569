import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Right, SharedKind } from '#contract/access/routes.ts';
import { peopleOf, type Person } from './audience.ts';

/** A grant (`g`) of at least a right to the person, by name or as one of all members. */
const isGranted = ({ id }: Person, right: Right): SQL =>
  right === 'view'
    ? sql`(g.member_id is null or g.member_id = ${id})`
    : sql`(g.member_id is null or g.member_id = ${id}) and g."right" = 'edit'`;

/** Folders that the person has a right to, and all folders inside them. */
const selectFolders = (person: Person, right: Right): SQL => sql`with recursive open_folders as (
    select f.id from folders f where f.member_id = ${person.id}
    union select g.folder_id from grants g where g.folder_id is not null and ${isGranted(person, right)}
    union select f.id from folders f join open_folders above on f.parent_id = above.id)
  select open_folders.id from open_folders`;

const selectIds: Record<SharedKind, (person: Person, right: Right) => SQL> = {
  dashboard: (person, right) => sql`select t.id from dashboards t
    where t.member_id = ${person.id} or t.folder_id in (${selectFolders(person, right)})
    union all select g.dashboard_id from grants g where g.dashboard_id is not null and ${isGranted(person, right)}`,
  application: (person, right) => sql`select t.id from applications t
    where t.member_id = ${person.id} or t.folder_id in (${selectFolders(person, right)})
    union all select g.application_id from grants g where g.application_id is not null and ${isGranted(person, right)}`,
  folder: selectFolders,
};

/** SQL condition that holds for the person, or for everyone whose view they combine. */
const eachOf = (person: Person, conditionOf: (each: Person) => SQL): SQL =>
  sql.join(peopleOf(person).map(conditionOf), sql` and `);

/** SQL condition: the column holds the id of a dashboard, application or folder that the person may see. */
export const maySee = (person: Person, kind: SharedKind, column: PgColumn): SQL =>
  eachOf(person, (each) => (each.role === 'owner' ? sql`true` : sql`${column} in (${selectIds[kind](each, 'view')})`));

/** SQL condition: the same for edit access. */
export function mayEdit(person: Person, kind: SharedKind, column: PgColumn): SQL {
  if (person.role === 'viewer' || person.people) return sql`false`;
  return person.role === 'owner' ? sql`true` : sql`${column} in (${selectIds[kind](person, 'edit')})`;
}

/** SQL condition: the person may see every dataset that a saved chart reads, or saved the chart. */
export const maySeeChart = (person: Person): SQL =>
  eachOf(person, (each) =>
    each.role === 'owner'
      ? sql`true`
      : sql`(charts.member_id = ${each.id} or not exists (
    select 1 from datasets d where d.id = any (charts.reads)
      and d.application_id not in (${selectIds.application(each, 'view')})))`,
  );
