/** The databases that a connection can read. MariaDB is `mysql`. */
export const databaseKinds = ['postgres', 'mysql', 'clickhouse', 'trino'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** The name of each kind of database, and the port that it listens on by default. */
export const databases: Record<DatabaseKind, { name: string; port: number }> = {
  postgres: { name: 'PostgreSQL', port: 5432 },
  mysql: { name: 'MySQL', port: 3306 },
  clickhouse: { name: 'ClickHouse', port: 8123 },
  trino: { name: 'Trino', port: 8080 },
};

/**
 * Encryption of a connection: `encrypted` accepts any certificate, `verified` only one that is valid for the host.
 */
export const tlsModes = ['off', 'encrypted', 'verified'] as const;
export type TlsMode = (typeof tlsModes)[number];
