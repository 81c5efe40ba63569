import { type DatabaseKind, databases, type TlsMode } from '#domain/databases.ts';

/** The fields of a connection. An empty password keeps the stored one, if there is one. */
export type ConnectionValues = {
  kind: DatabaseKind;
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  tls: TlsMode;
  zone: string;
  allowsPrivate: boolean;
};

export type ConnectionField = keyof ConnectionValues;

/** The fields of a new connection. */
export const emptyValues = (zone: string): ConnectionValues => ({
  kind: 'postgres',
  host: '',
  port: databases.postgres.encryptedPort,
  database: '',
  user: '',
  password: '',
  tls: 'verified',
  zone,
  allowsPrivate: false,
});

/** The port after kind or encryption changed: the new default, unless the port was customized. */
export function portAfter(port: number, before: DatabaseKind, { kind, tls }: { kind: DatabaseKind; tls: TlsMode }) {
  const isDefault = port === databases[before].port || port === databases[before].encryptedPort;
  if (!isDefault) return port;
  return tls === 'off' ? databases[kind].port : databases[kind].encryptedPort;
}

/** The proposed name of an application. */
export const proposedName = ({ kind, database }: Pick<ConnectionValues, 'kind' | 'database'>): string =>
  database.trim() ? `${database.trim().slice(0, 80)} · ${databases[kind].name}` : databases[kind].name;
