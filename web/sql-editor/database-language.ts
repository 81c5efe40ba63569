import { MySQL, PostgreSQL, sql, SQLDialect, type SQLNamespace, StandardSQL } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';

import type { DatabaseKind } from '#domain/databases.ts';

const clickhouse = SQLDialect.define({ ...StandardSQL.spec, identifierQuotes: '`"', backslashEscapes: true });

const dialects: Record<DatabaseKind, SQLDialect> = {
  postgres: PostgreSQL,
  mysql: MySQL,
  clickhouse,
  trino: StandardSQL,
};

/** Syntax and autocompletion of the SQL of a connected database. */
export const databaseLanguage = (kind: DatabaseKind, schema: SQLNamespace): Extension =>
  sql({ dialect: dialects[kind], schema });
