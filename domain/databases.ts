/** The databases that a connection can read. MariaDB is `mysql`. */
export const databaseKinds = ['postgres', 'mysql', 'clickhouse', 'trino'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** The name of each kind of database, and the ports that it listens on by default, without and with encryption. */
export const databases: Record<DatabaseKind, { name: string; port: number; encryptedPort: number }> = {
  postgres: { name: 'PostgreSQL', port: 5432, encryptedPort: 5432 },
  mysql: { name: 'MySQL', port: 3306, encryptedPort: 3306 },
  clickhouse: { name: 'ClickHouse', port: 8123, encryptedPort: 8443 },
  trino: { name: 'Trino', port: 8080, encryptedPort: 8443 },
};

/**
 * Encryption of a connection: `encrypted` accepts any certificate, `verified` only one that is valid for the host.
 */
export const tlsModes = ['off', 'encrypted', 'verified'] as const;
export type TlsMode = (typeof tlsModes)[number];
