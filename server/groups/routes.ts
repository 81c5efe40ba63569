import { eq, sql } from 'drizzle-orm';

import type { groupRoutes } from '#contract/groups/routes.ts';
import { Problem } from '#contract/errors.ts';
import type { Handlers } from '#server/context.ts';
import type { Database } from '#server/database/open.ts';
import { members } from '#server/database/schema.ts';
import { publishChange } from '#server/live/changes.ts';
import type { RowRuleCache } from '#server/row-rules/row-rule-cache.ts';
import { createGroup, deleteGroup, listGroups, saveGroup } from './groups.ts';

type GroupServices = { db: Database; rowRules: RowRuleCache };

export const groupHandlers: Handlers<GroupServices, typeof groupRoutes> = {
  'GET /groups': (ctx) => listGroups(ctx.db),
  'POST /groups': createGroup,
  'PUT /groups/:id': saveGroup,
  'DELETE /groups/:id': deleteGroup,
  'GET /members/attributes': async ({ db }) => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select distinct jsonb_object_keys(attributes) as name from members order by name`,
    );
    return rows.map(({ name }) => name);
  },
  'GET /members/:id/attributes': async ({ db }, { id }) => {
    const [row] = await db.select({ attributes: members.attributes }).from(members).where(eq(members.id, id));
    if (!row) throw new Problem('not_found');
    return row.attributes;
  },
  'PUT /members/:id/attributes': async (ctx, { id, attributes }) => {
    await ctx.db.transaction(async (tx) => {
      const changed = await tx
        .update(members)
        .set({ attributes })
        .where(eq(members.id, id))
        .returning({ id: members.id });
      if (changed.length === 0) throw new Problem('not_found');
      await publishChange(tx, { kind: 'row_scope', member: id });
    });
    ctx.rowRules.invalidate();
  },
};
