import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { SharedKind } from '#contract/access/routes.ts';
import type { Person } from './audience.ts';

const visible = {
  dashboard: ({ id }: Person) => sql`select t.id from dashboards t where t.member_id = ${id}
    union all select g.dashboard_id from grants g
    where g.dashboard_id is not null and (g.member_id is null or g.member_id = ${id})`,
  application: ({ id }: Person) => sql`select t.id from applications t where t.member_id = ${id}
    union all select g.application_id from grants g
    where g.application_id is not null and (g.member_id is null or g.member_id = ${id})`,
};

const editable = {
  dashboard: (person: Person) => sql`${visible.dashboard(person)} and g."right" = 'edit'`,
  application: (person: Person) => sql`${visible.application(person)} and g."right" = 'edit'`,
};

/** SQL condition: the column holds the id of a dashboard or application that the person may see. */
export function maySee(person: Person, kind: SharedKind, column: PgColumn): SQL {
  return person.role === 'owner' ? sql`true` : sql`${column} in (${visible[kind](person)})`;
}

/** SQL condition: the same for edit access. */
export function mayEdit(person: Person, kind: SharedKind, column: PgColumn): SQL {
  if (person.role === 'owner') return sql`true`;
  return person.role === 'viewer' ? sql`false` : sql`${column} in (${editable[kind](person)})`;
}

/** SQL condition: the person may see every dataset that a saved chart reads, or saved the chart. */
export function maySeeChart(person: Person): SQL {
  if (person.role === 'owner') return sql`true`;
  return sql`(charts.member_id = ${person.id} or not exists (
    select 1 from datasets d where d.id = any (charts.reads) and d.application_id not in (${visible.application(person)})))`;
}
