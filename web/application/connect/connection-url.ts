import { type DatabaseKind, databases, type TlsMode } from '#domain/databases.ts';

/** The parts of a connection URL; `tls` is undefined if the URL does not specify it. */
export type ConnectionUrl = {
  kind: DatabaseKind;
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  tls: TlsMode | undefined;
  /** Names of parameters that have no effect here. */
  ignored: string[];
  /** Whether a port of ClickHouse's native protocol was replaced by the HTTP port. */
  isPortReplaced: boolean;
};

const kindsByScheme: Record<string, DatabaseKind> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  clickhouse: 'clickhouse',
  ch: 'clickhouse',
  trino: 'trino',
};

/** HTTP ports of ClickHouse by port of its native protocol. */
const httpPorts: Record<number, number> = { 9000: 8123, 9440: 8443 };

const credentialNames = new Set(['user', 'username', 'password']);

/** Parses a connection URL. An http(s) URL belongs to ClickHouse, unless Trino is selected. */
export function parseConnectionUrl(text: string, chosen: DatabaseKind): ConnectionUrl | undefined {
  // The driver is named before the scheme (jdbc:) or after it (postgresql+psycopg2:).
  const match = /^(?:jdbc:)?(?:(\w+):)?(\w+)(?:\+\w+)?:\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(text.trim());
  if (!match) return undefined;
  const [, prefix = '', scheme = '', authority = '', path = '', query = ''] = match;
  const kind = kindOf(prefix.toLowerCase(), scheme.toLowerCase(), chosen);
  const address = addressOf(authority);
  if (!kind || !address.host) return undefined;
  const params = [...new URLSearchParams(query)];
  const param = (...names: string[]) => params.find(([name]) => names.includes(name.toLowerCase()))?.[1];
  const isSecure = scheme.toLowerCase() === 'https';
  const tls = tlsOf(params) ?? (isSecure ? 'verified' : scheme.toLowerCase() === 'http' ? 'off' : undefined);
  const port = address.port ?? defaultPortOf(kind, scheme.toLowerCase());
  const httpPort = kind === 'clickhouse' ? httpPorts[port] : undefined;
  return {
    kind,
    host: address.host,
    port: httpPort ?? port,
    database: databaseOf(kind, path) || (param('database') ?? ''),
    user: address.user || (param('user', 'username') ?? ''),
    password: address.password || (param('password') ?? ''),
    tls: tls ?? (port === 9440 && httpPort ? 'verified' : undefined),
    ignored: params.map(([name]) => name).filter((name) => !isSupported(name.toLowerCase())),
    isPortReplaced: httpPort !== undefined,
  };
}

function kindOf(prefix: string, scheme: string, chosen: DatabaseKind): DatabaseKind | undefined {
  if (scheme !== 'http' && scheme !== 'https') return prefix ? undefined : kindsByScheme[scheme];
  // jdbc:clickhouse:https://…
  if (prefix) return kindsByScheme[prefix];
  return chosen === 'trino' ? 'trino' : 'clickhouse';
}

function defaultPortOf(kind: DatabaseKind, scheme: string): number {
  return { http: 80, https: 443 }[scheme] ?? databases[kind].port;
}

/** User, password, host and port; the first of several hosts. */
function addressOf(authority: string) {
  // A password may contain an unencoded @.
  const end = authority.lastIndexOf('@');
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(authority.slice(0, Math.max(end, 0))) ?? [];
  const [first = ''] = authority.slice(end + 1).split(',');
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(first) ?? [];
  return {
    user: decode(user),
    password: decode(password),
    host: bracketed ?? decode(plain ?? ''),
    port: port === undefined ? undefined : Number(port),
  };
}

/** For Trino, the path is catalog and schema. */
function databaseOf(kind: DatabaseKind, path: string): string {
  const names = path.split('/').filter(Boolean).map(decode); // prettier-ignore
  return kind === 'trino' ? names.slice(0, 2).join('.') : (names[0] ?? '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A password with a bare % was not encoded.
    return text;
  }
}

/** TLS modes by the value of a parameter: of PostgreSQL, MySQL, ClickHouse, Trino and their drivers. */
const tlsByMode: Record<string, TlsMode> = {
  disable: 'off',
  disabled: 'off',
  none: 'off',
  allow: 'encrypted',
  prefer: 'encrypted',
  preferred: 'encrypted',
  require: 'encrypted',
  required: 'encrypted',
  trust: 'encrypted',
  'skip-verify': 'encrypted',
  'verify-ca': 'verified',
  verify_ca: 'verified',
  'verify-full': 'verified',
  verify_identity: 'verified',
  strict: 'verified',
  false: 'off',
  0: 'off',
  true: 'verified',
  1: 'verified',
};

const tlsParams = new Set(['sslmode', 'ssl-mode', 'ssl_mode', 'ssl', 'tls', 'usessl', 'secure', 'protocol']);
const verificationParams = new Set(['sslverification', 'verify', 'verifyservercertificate', 'skip_verify']);

/** Whether a parameter turns off certificate verification. */
const isUnchecked = ([name, value]: [string, string]) =>
  name.toLowerCase() === 'skip_verify'
    ? tlsByMode[value.toLowerCase()] === 'verified'
    : verificationParams.has(name.toLowerCase()) && tlsByMode[value.toLowerCase()] === 'off';

function tlsOf(params: [string, string][]): TlsMode | undefined {
  const modes = params
    .filter(([name]) => tlsParams.has(name.toLowerCase()))
    .map(([, value]) => ({ http: 'off', https: 'verified' } as const)[value] ?? tlsByMode[value.toLowerCase()]);
  // sslmode is more specific than ssl=true.
  const mode = modes.find((each) => each === 'encrypted') ?? modes.find((each) => each !== undefined);
  return mode === 'verified' && params.some(isUnchecked) ? 'encrypted' : mode;
}

const isSupported = (name: string) =>
  credentialNames.has(name) || name === 'database' || tlsParams.has(name) || verificationParams.has(name);
