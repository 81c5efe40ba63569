import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { SharedKind } from '#contract/access.ts';
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

/** That a column holds the id of a dashboard or an application that someone may see. */
export function maySee(person: Person, kind: SharedKind, column: PgColumn): SQL {
  return person.role === 'owner' ? sql`true` : sql`${column} in (${visible[kind](person)})`;
}

/** The same for one that they may change. */
export function mayEdit(person: Person, kind: SharedKind, column: PgColumn): SQL {
  if (person.role === 'owner') return sql`true`;
  return person.role === 'viewer' ? sql`false` : sql`${column} in (${editable[kind](person)})`;
}

/** That someone may see all that a kept chart reads; whoever kept it may see it as well. */
export function maySeeChart(person: Person): SQL {
  if (person.role === 'owner') return sql`true`;
  return sql`(charts.member_id = ${person.id} or not exists (
    select 1 from datasets d where d.id = any (charts.reads) and d.application_id not in (${visible.application(person)})))`;
}
