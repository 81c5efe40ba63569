import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

import { defaultMemoryMegabytes } from '#engine/duckdb/memory.ts';

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsUnset, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, fallback: z.input<T>) =>
  z.preprocess((value) => emptyIsUnset(value) ?? fallback, schema);

// A connection string that names a Unix socket in its query has no host: valid for PostgreSQL, but not a URL.
const isPostgresAddress = (value: string) =>
  /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace('@/', '@localhost/'));

const isAddressOrRange = (value: string) =>
  /^(loopback|linklocal|uniquelocal)$/.test(value) ||
  (isIP(value.split('/')[0]!) !== 0 && /^[^/]+(\/\d{1,3})?$/.test(value));
const listOf = (value: string) => value.split(',').map((each) => each.trim());
const isOrigin = (value: string) => URL.canParse(value) && new URL(value).pathname === '/';

/** Several servers of a warehouse are separated by commas: `http://user:password@one:8123,two:8123/shuju`. */
function warehouseUrlsOf(value: string): string[] {
  const [, start, hosts, end] = /^(\w+:\/\/(?:[^@/]*@)?)([^/]*)(.*)$/s.exec(value) ?? [];
  return hosts === undefined ? [value] : hosts.split(',').map((host) => `${start}${host}${end}`);
}

const isWarehouseUrl = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url) && isDecodable(url);
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    // A percent sign that begins no character, as in the password `p%ss`.
    return false;
  }
}
const databaseIn = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));

const settingsSchema = z.object({
  PORT: withDefault(
    z.string().regex(/^\d+$/, 'must be a number').transform(Number).pipe(z.number().max(65535)),
    '3000',
  ),
  HOST: withDefault(z.string(), 'localhost'),
  SHUJU_DATA: withDefault(z.string(), './data'),
  SERVER_URL: optional(z.url({ protocol: /^https?$/ }).refine(isOrigin, 'must not have a path')),
  SHUJU_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  DATABASE_URL: optional(z.string().refine(isPostgresAddress, 'must be a postgresql:// URL')),
  WAREHOUSE_URL: optional(
    z
      .string()
      .refine(
        (value) => warehouseUrlsOf(value).every(isWarehouseUrl),
        'must be an http:// or https:// URL, with % in a name or password written as %25',
      )
      .refine(
        (value) => warehouseUrlsOf(value).every((url) => !isWarehouseUrl(url) || databaseIn(url) !== ''),
        'must name a database, as in http://user:password@host:8123/shuju',
      ),
  ),
  WAREHOUSE_CLUSTER: optional(z.string().regex(/^[\w.-]+$/, 'must be the name of a cluster')),
  WAREHOUSE_ENGINE: withDefault(
    z.string().regex(/^\w*MergeTree\b/, 'must be an engine of the MergeTree family'),
    'MergeTree',
  ),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ }).refine(isOrigin, 'must not have a path')),
  TRUST_PROXY: optional(
    z
      .string()
      .refine((value) => listOf(value).every(isAddressOrRange), 'must be addresses or ranges, separated by commas'),
  ),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string()),
  MAIL_MEGABYTES: withDefault(
    z
      .string()
      .regex(/^\d+(\.\d+)?$/, 'must be a number')
      .transform(Number)
      .pipe(z.number().max(100)),
    '10',
  ),
  MEMORY_MEGABYTES: optional(
    z.string().regex(/^\d+$/, 'must be a number').transform(Number).pipe(z.number().min(256, 'must be at least 256')),
  ),
  OIDC_ISSUER: optional(z.url({ protocol: /^https?$/ })),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: withDefault(z.string().max(40), 'OIDC'),
  PRIVATE_ADDRESSES: withDefault(z.enum(['refuse', 'allow']), 'refuse'),
  // The value goes into the Content-Security-Policy header, where these characters are delimiters.
  ICON_SCRIPT: optional(z.url({ protocol: /^https?$/ }).regex(/^[^\s;,'"?#]+$/, 'must not have a query')),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  LOG_LEVEL: withDefault(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
});

/** Names of all environment settings. */
export const settingNames = Object.keys(settingsSchema.shape);

/** Settings of an installation, read from the environment; README.md lists them. */
export type Config = ReturnType<typeof parseConfig>;

/** Parses the environment once; throws an error that names every invalid setting. */
export function parseConfig(environment: Record<string, string | undefined>) {
  const parsed = settingsSchema.safeParse(environment);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Invalid setting. ${faults.join('; ')}`);
  }
  const settings = parsed.data;
  // Several servers may run on the same PostgreSQL and the same warehouse.
  const isShared = settings.DATABASE_URL !== undefined && settings.WAREHOUSE_URL !== undefined;
  if (isShared && settings.SHUJU_SECRET === undefined)
    throw new Error(
      'Invalid setting. SHUJU_SECRET: required with DATABASE_URL and WAREHOUSE_URL, the same on every server',
    );
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDirectory: path.resolve(settings.SHUJU_DATA),
    secret: settings.SHUJU_SECRET,
    databaseUrl: settings.DATABASE_URL,
    /** Whether the installation can have several servers. */
    isShared,
    /** URL at which other servers reach this one; by default, the address of this machine. */
    serverUrl: settings.SERVER_URL?.replace(/\/$/, ''),
    /** The ClickHouse that stores rows instead of files, if configured. */
    warehouse: settings.WAREHOUSE_URL ? warehouseOf(settings.WAREHOUSE_URL, settings) : null,
    /** Public origin, if PUBLIC_URL is set. */
    origin: settings.PUBLIC_URL ? new URL(settings.PUBLIC_URL).origin : null,
    publicUrl: settings.PUBLIC_URL?.replace(/\/$/, '') ?? `http://localhost:${settings.PORT}`,
    trustProxy: settings.TRUST_PROXY && listOf(settings.TRUST_PROXY),
    mail: settings.SMTP_URL ? { url: settings.SMTP_URL, from: settings.MAIL_FROM ?? 'shuju@localhost' } : null,
    /** Maximum size of an email attachment in bytes. */
    maxAttachmentBytes: settings.MAIL_MEGABYTES * 1024 * 1024,
    /** Memory that one query or import may use, in MB. */
    memoryMegabytes: settings.MEMORY_MEGABYTES ?? defaultMemoryMegabytes(),
    /** External OpenID Connect provider, if configured. */
    oidc: oidcOf(settings),
    allowsPrivate: settings.PRIVATE_ADDRESSES === 'allow',
    iconScript: settings.ICON_SCRIPT ?? null,
    /** Bearer token that grants access to the metrics of the server. */
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
  };
}

function warehouseOf(url: string, settings: z.output<typeof settingsSchema>) {
  const nodes = warehouseUrlsOf(url).map((each) => nodeOf(new URL(each)));
  const { WAREHOUSE_CLUSTER: cluster = null, WAREHOUSE_ENGINE: engine } = settings;
  if (nodes.length > 1 && cluster === null)
    throw new Error('Invalid setting. WAREHOUSE_CLUSTER: required with several servers in WAREHOUSE_URL');
  return { nodes, layout: { database: nodes[0]!.database, cluster, engine } };
}

function nodeOf(url: URL) {
  const isPlain = url.protocol === 'http:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isPlain ? 80 : 443),
    user: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
    database: databaseIn(url.href),
    tls: isPlain ? ('off' as const) : ('verified' as const),
  };
}

function oidcOf(settings: z.output<typeof settingsSchema>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings;
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret)
    throw new Error('Invalid setting. OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: set all three');
  return { issuer, clientId, clientSecret, name: settings.OIDC_NAME };
}
