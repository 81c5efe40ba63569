import type { connectionRoutes } from '#contract/connections/routes.ts';
import type { connectionSqlRoutes } from '#contract/connections/sql-routes.ts';
import { oneWithAccess } from '#server/access/with-access.ts';
import type { Handlers } from '#server/context.ts';
import { changeConnection, createConnection, loadConnection, testConnection } from './edit.ts';
import { isOwner, mayConnect } from './may-connect.ts';
import { findSchemaChanges, updateSchema } from './schema-changes.ts';
import type { ConnectionServices } from './services.ts';
import { addSqlDataset, changeSql, findSqlChanges } from './sql.ts';
import { addTables, listTableColumns, listTables } from './tables.ts';

export const connectionHandlers: Handlers<ConnectionServices, typeof connectionRoutes> = {
  'GET /connections': async (ctx) => ({
    mayConnect: await mayConnect(ctx),
    mayAllowPrivate: isOwner(ctx),
    mayAllowSql: isOwner(ctx),
  }),
  'POST /connections/test': testConnection,
  'POST /connections': async (ctx, input) => oneWithAccess(ctx, 'application', await createConnection(ctx, input)),
  'GET /applications/:id/connection': (ctx, { id }) => loadConnection(ctx, id),
  'PUT /applications/:id/connection': changeConnection,
  'GET /applications/:id/tables': (ctx, { id }) => listTables(ctx, id),
  'GET /applications/:id/tables/columns': listTableColumns,
  'POST /applications/:id/tables': addTables,
  'GET /datasets/:id/schema-changes': (ctx, { id }) => findSchemaChanges(ctx, id),
  'POST /datasets/:id/schema-changes': updateSchema,
};

export const connectionSqlHandlers: Handlers<ConnectionServices, typeof connectionSqlRoutes> = {
  'POST /applications/:id/sql': addSqlDataset,
  'POST /datasets/:id/sql/changes': findSqlChanges,
  'PUT /datasets/:id/sql': changeSql,
};
