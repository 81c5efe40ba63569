import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { rights } from '#contract/access.ts';
import type { Act } from '#contract/acts.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { outcomes } from '#contract/outcomes.ts';
import { applicationKinds } from '#contract/applications.ts';
import type { Chart } from '#contract/chart.ts';
import type { Dashboard, DashboardState } from '#contract/dashboard.ts';
import type { Sketch } from '#contract/dashboards.ts';
import {
  columnAggregations,
  columnFormats,
  columnRoles,
  rejectReasons,
  type Texts,
  versionCauses,
} from '#contract/datasets.ts';
import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { alertEventKinds, alertStates, type Schedule } from '#contract/alerts.ts';
import type { AlertCondition, Firing, Watch } from '#contract/alert.ts';
import { channelKinds } from '#contract/channels.ts';
import type { ChosenPreferences } from '#contract/preference.ts';
import { languageCodes } from '#contract/language.ts';
import type { Notice, NotificationSettings } from '#contract/notifications.ts';
import type { ShareAllows, ShareStart } from '#contract/shares.ts';
import type { EmptyRules } from '#contract/empty-cells.ts';
import { type Confirmation, importStates, type PlannedImport, uploadStates } from '#contract/imports.ts';
import { letterStates, reportFormats } from '#contract/reports.ts';
import type { Slots } from '#contract/slots.ts';
import { columnTypes, type Formula, type Param, type TableBinding } from '#contract/query.ts';
import type { ReadingOptions } from '#contract/reading-schemas.ts';
import type { InspectedTable, LoadColumn, Recipe, TableSource } from '#engine/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const createdAt = moment('created_at').notNull().defaultNow();
const updatedAt = moment('updated_at').notNull().defaultNow();

/** The installation's own settings, by name. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
});

export const members = pgTable('members', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  username: text('username').notNull().unique(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  /** The id of their picture. */
  image: text('image'),
  role: text('role', { enum: ['owner', 'editor', 'viewer'] }).notNull(),
  /** Since when they may not come in. */
  disabledAt: moment('disabled_at'),
  /** What they have chosen for themselves. */
  preferences: jsonb('preferences').$type<ChosenPreferences>().notNull().default({}),
  /** What the page spoke when they last signed in: letters to who has chosen no language are in this one. */
  spokenLanguage: text('spoken_language', { enum: languageCodes }),
  /** How many changes of the product they have read of. */
  changelogSeen: integer('changelog_seen'),
  createdAt,
  updatedAt,
});

const memberId = text('member_id')
  .notNull()
  .references(() => members.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    memberId,
    token: text('token').notNull().unique(),
    address: text('address'),
    userAgent: text('user_agent'),
    expiresAt: moment('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [index('sessions_member').on(table.memberId)],
);

/** How a member proves who they are: a password, or an account at an outside provider. */
export const credentials = pgTable(
  'credentials',
  {
    id: text('id').primaryKey(),
    memberId,
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt,
    updatedAt,
  },
  (table) => [index('credentials_member').on(table.memberId)],
);

/** One-time proofs, such as the token of a reset link (its identifier is hashed). */
export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
);

export const invitations = pgTable('invitations', {
  id: text('id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  role: text('role', { enum: ['editor', 'viewer'] }).notNull(),
  /** Who it was mailed to. */
  email: text('email'),
  invitedBy: text('invited_by')
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
  createdAt,
});

/** Codes of an app that a member is asked for after the password; they are asked for once it is confirmed. */
export const twoSteps = pgTable('two_steps', {
  memberId: text('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** Encrypted. */
  secret: text('secret').notNull(),
  confirmedAt: moment('confirmed_at'),
  /** The step of time whose code was used last; none up to it works again. */
  usedStep: bigint('used_step', { mode: 'number' }).notNull().default(0),
  createdAt,
});

export const backupCodes = pgTable('backup_codes', { memberId, hash: text('hash').notNull() }, (table) => [
  primaryKey({ columns: [table.memberId, table.hash] }),
]);

/** Browsers that are not asked for a code for a while. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    tokenHash: text('token_hash').primaryKey(),
    memberId,
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('trusted_devices_member').on(table.memberId)],
);

/** Passkeys; the private half stays with the person. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    memberId,
    name: text('name').notNull(),
    credentialId: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: jsonb('transports').$type<string[]>().notNull().default([]),
    /** The name of the host that it was made for. */
    host: text('host').notNull(),
    createdAt,
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_member').on(table.memberId)],
);

/** Keys with which members call the API from programs; the secret itself is not kept. */
export const personalKeys = pgTable(
  'personal_keys',
  {
    id: text('id').primaryKey(),
    memberId,
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'edit'] }).notNull(),
    hash: text('hash').notNull().unique(),
    hint: text('hint').notNull(),
    createdAt,
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('personal_keys_member').on(table.memberId)],
);

/** Pictures of members, small and made by us; a new one has a new id. */
export const avatars = pgTable('avatars', {
  id: text('id').primaryKey(),
  memberId: text('member_id')
    .notNull()
    .unique()
    .references(() => members.id, { onDelete: 'cascade' }),
  content: bytes('content').notNull(),
});

/** Counters of attempts, by account and by address. */
export const limits = pgTable('limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
const texts = (name: string) => jsonb(name).$type<Texts>().notNull().default({ en_US: '', zh_CN: '' });
const failure = jsonb('failure').$type<{ code: ErrorCode; params: ErrorParams }>();
/** Whoever did it may be gone; what they did stays. */
const byMember = text('member_id').references(() => members.id, { onDelete: 'set null' });
/** What runs in the name of its maker: who changed it last, and what it may read since it was handed over. */
const inSomeonesName = {
  editorId: text('editor_id').references(() => members.id, { onDelete: 'set null' }),
  /** Datasets that the former maker could see; null if it was never handed over. */
  datasetLimit: text('dataset_limit').array(),
};

export const applications = pgTable('applications', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: applicationKinds }).notNull(),
  /** How far its log of pushed events has become segments. */
  logPosition: count('log_position'),
  memberId: byMember,
  createdAt,
  trashedAt: moment('trashed_at'),
});

const applicationId = text('application_id')
  .notNull()
  .references(() => applications.id, { onDelete: 'cascade' });

/** Write keys; the secret itself is not kept. */
export const keys = pgTable(
  'keys',
  {
    id: text('id').primaryKey(),
    applicationId,
    name: text('name').notNull(),
    hash: text('hash').notNull().unique(),
    hint: text('hint').notNull(),
    createdAt,
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('keys_application').on(table.applicationId)],
);

export const datasets = pgTable(
  'datasets',
  {
    id: text('id').primaryKey(),
    applicationId,
    name: text('name').notNull(),
    label: texts('label'),
    description: texts('description'),
    /** Grows by one whenever its segments change; what a reader sees at a number never changes. */
    version: integer('version').notNull().default(0),
    rows: count('rows'),
    bytes: count('bytes'),
    /** Corrections that are made by themselves when the same value comes again. */
    recipe: jsonb('recipe').$type<Recipe[]>().notNull().default([]),
    /** How files of it are read, where a person chose so. */
    reading: jsonb('reading').$type<ReadingOptions>().notNull().default({}),
    /** Which texts are empty, or not, by column: remembered for later files. */
    emptyRules: jsonb('empty_rules').$type<Record<string, EmptyRules>>().notNull().default({}),
    createdAt,
    lastDataAt: moment('last_data_at'),
    trashedAt: moment('trashed_at'),
  },
  (table) => [
    uniqueIndex('datasets_name')
      .on(table.applicationId, table.name)
      .where(sql`trashed_at is null`),
  ],
);

const datasetId = text('dataset_id')
  .notNull()
  .references(() => datasets.id, { onDelete: 'cascade' });

/** The columns of datasets. The id is the column's name in every segment. */
export const columns = pgTable(
  'columns',
  {
    id: text('id').primaryKey(),
    datasetId,
    position: integer('position').notNull(),
    name: text('name').notNull(),
    type: text('type', { enum: columnTypes }).notNull(),
    role: text('role', { enum: columnRoles }).notNull(),
    format: text('format', { enum: columnFormats }).notNull().default('plain'),
    unit: text('unit').notNull().default(''),
    aggregation: text('aggregation', { enum: columnAggregations }).notNull().default('automatic'),
    label: texts('label'),
    description: texts('description'),
  },
  (table) => [uniqueIndex('columns_name').on(table.datasetId, table.name)],
);

/** Calculations that people have named for a dataset. */
export const metrics = pgTable(
  'metrics',
  {
    id: text('id').primaryKey(),
    datasetId,
    name: text('name').notNull(),
    label: texts('label'),
    format: text('format', { enum: columnFormats }).notNull().default('plain'),
    unit: text('unit').notNull().default(''),
    formula: jsonb('formula').$type<Formula>().notNull(),
    createdAt,
  },
  (table) => [uniqueIndex('metrics_name').on(table.datasetId, table.name)],
);

/** The history of a dataset: the numbers that can be read and restored. */
export const versions = pgTable(
  'versions',
  {
    datasetId,
    number: integer('number').notNull(),
    cause: text('cause', { enum: versionCauses }).notNull(),
    memberId: byMember,
    detail: text('detail').notNull().default(''),
    rows: count('rows'),
    added: count('added'),
    removed: count('removed'),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.number] })],
);

/** Files of rows. One is part of every version from `first` on and before `last`; a restored file is listed again. */
export const segments = pgTable(
  'segments',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    datasetId,
    file: text('file').notNull(),
    first: integer('first').notNull(),
    last: integer('last'),
    /** The order of the segments is the order of their rows. */
    position: bigint('position', { mode: 'number' }).notNull(),
    rows: count('rows'),
    bytes: count('bytes'),
    createdAt,
    removedAt: moment('removed_at'),
  },
  (table) => [index('segments_dataset').on(table.datasetId, table.position), index('segments_file').on(table.file)],
);

/** Files on their way in, kept in the staging folder. */
export const uploads = pgTable('uploads', {
  id: text('id').primaryKey(),
  memberId: byMember,
  name: text('name').notNull(),
  bytes: count('bytes'),
  /** SHA-256 of the content. */
  hash: text('hash'),
  zone: text('zone').notNull(),
  state: text('state', { enum: uploadStates }).notNull(),
  failure,
  tables: jsonb('tables').$type<InspectedTable[]>().notNull().default([]),
  /** What a person chose about how the file is read. */
  options: jsonb('options').$type<ReadingOptions>().notNull().default({}),
  createdAt,
});

/** What an import needs to be carried out. */
export type ImportPlan = { source: TableSource; zone: string; columns: LoadColumn[] };

export const imports = pgTable(
  'imports',
  {
    id: text('id').primaryKey(),
    applicationId,
    datasetId: text('dataset_id').references(() => datasets.id, { onDelete: 'cascade' }),
    uploadId: text('upload_id'),
    memberId: byMember,
    file: text('file').notNull(),
    table: text('table_name').notNull(),
    dataset: text('dataset').notNull(),
    bytes: count('bytes'),
    mode: text('mode', { enum: ['append', 'replace'] }).notNull(),
    state: text('state', { enum: importStates }).notNull(),
    rows: count('rows'),
    rejected: count('rejected'),
    corrected: count('corrected'),
    percent: integer('percent').notNull().default(0),
    failure,
    /** SHA-256 of the file. */
    hash: text('hash'),
    /** What the caller asked for, to plan the import again once it is confirmed. */
    request: jsonb('request').$type<PlannedImport>(),
    confirmation: jsonb('confirmation').$type<Confirmation>(),
    createdAt,
    finishedAt: moment('finished_at'),
  },
  (table) => [index('imports_application').on(table.applicationId, table.createdAt)],
);

/** Rows that did not fit, kept until someone corrects them or throws them away. */
export const rejects = pgTable(
  'rejects',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    datasetId,
    importId: text('import_id').references(() => imports.id, { onDelete: 'set null' }),
    line: count('line'),
    columnId: text('column_id'),
    value: text('value').notNull(),
    reason: text('reason', { enum: rejectReasons }).notNull(),
    cells: jsonb('cells').$type<Record<string, string | null>>().notNull(),
    createdAt,
  },
  (table) => [index('rejects_dataset').on(table.datasetId, table.id)],
);

/** How many rows arrived in an application, minute by minute. */
export const arrivals = pgTable(
  'arrivals',
  { applicationId, minute: moment('minute').notNull(), rows: count('rows') },
  (table) => [primaryKey({ columns: [table.applicationId, table.minute] })],
);

/** Pushes that named an idempotency key, with what they were answered. */
export const deliveries = pgTable(
  'deliveries',
  {
    applicationId,
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb('answer').notNull(),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.key] })],
);

/** Questions with how their answers are drawn. The dataset of one may be gone. */
export const charts = pgTable('charts', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  chart: jsonb('chart').$type<Chart>().notNull(),
  /** The datasets that it read when it was kept. */
  reads: text('reads').array().notNull().default([]),
  memberId: byMember,
  createdAt,
  updatedAt,
});

/** The last questions that a member asked in SQL. */
export const asked = pgTable(
  'asked',
  {
    id: text('id').primaryKey(),
    memberId,
    sql: text('sql').notNull(),
    params: jsonb('params').$type<Param[]>().notNull().default([]),
    tables: jsonb('tables').$type<TableBinding[]>().notNull().default([]),
    askedAt: moment('asked_at').notNull().defaultNow(),
    milliseconds: integer('milliseconds'),
    rows: bigint('rows', { mode: 'number' }),
    error: text('error'),
  },
  (table) => [index('asked_member').on(table.memberId, table.askedAt)],
);

/** Dashboards as they are published. What a list shows of one stands beside the document, which may be long. */
export const dashboards = pgTable('dashboards', {
  id: text('id').primaryKey(),
  document: jsonb('document').$type<Dashboard>().notNull(),
  version: integer('version').notNull(),
  /** Who published each part of the document: a member's id by the key of the part. */
  publishers: jsonb('publishers').$type<Record<string, string>>().notNull().default({}),
  title: texts('title'),
  description: texts('description'),
  cards: integer('cards').notNull(),
  sketch: jsonb('sketch').$type<Sketch>().notNull().default([]),
  memberId: byMember,
  createdAt,
  updatedAt,
  trashedAt: moment('trashed_at'),
});

const dashboardId = text('dashboard_id')
  .notNull()
  .references(() => dashboards.id, { onDelete: 'cascade' });

/** Everything that was ever published, and by whom. */
export const dashboardVersions = pgTable(
  'dashboard_versions',
  {
    dashboardId,
    number: integer('number').notNull(),
    document: jsonb('document').$type<Dashboard>().notNull(),
    cards: integer('cards').notNull(),
    memberId: byMember,
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.dashboardId, table.number] })],
);

/** What a member has changed and not published; `base` is the version from which it began. */
export const drafts = pgTable(
  'drafts',
  {
    dashboardId,
    memberId,
    base: integer('base').notNull(),
    document: jsonb('document').$type<Dashboard>().notNull(),
    savedAt: moment('saved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.dashboardId, table.memberId] })],
);

export const favourites = pgTable('favourites', { dashboardId, memberId, createdAt }, (table) => [
  primaryKey({ columns: [table.memberId, table.dashboardId] }),
]);

/** When a member last looked at a dashboard. */
export const seen = pgTable(
  'seen',
  { dashboardId, memberId, seenAt: moment('seen_at').notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.memberId, table.dashboardId] })],
);

/** What someone had set on a dashboard: under a name for oneself, or without one behind a short link. */
export const views = pgTable(
  'views',
  {
    id: text('id').primaryKey(),
    dashboardId,
    memberId: byMember,
    name: text('name'),
    state: jsonb('state').$type<DashboardState>().notNull(),
    createdAt,
  },
  (table) => [uniqueIndex('views_name').on(table.dashboardId, table.memberId, table.name)],
);

/** Links to dashboards that anyone may open. */
export const shares = pgTable(
  'shares',
  {
    id: text('id').primaryKey(),
    dashboardId,
    /** In whose name it shows what it shows. */
    memberId: byMember,
    ...inSomeonesName,
    /** In which its days begin and end, wherever it is opened. */
    zone: text('zone').notNull().default('UTC'),
    name: text('name').notNull(),
    /** A link is found by the hash of its token; sealed, the token can be copied again. */
    tokenHash: text('token_hash').notNull().unique(),
    tokenSealed: text('token_sealed').notNull(),
    passwordHash: text('password_hash'),
    expiresAt: moment('expires_at'),
    maxViews: integer('max_views'),
    views: integer('views').notNull().default(0),
    seenAt: moment('seen_at'),
    start: jsonb('start').$type<ShareStart>().notNull(),
    allows: jsonb('allows').$type<ShareAllows>().notNull(),
    sites: jsonb('sites').$type<string[]>().notNull().default([]),
    /** Of whoever made it; programs that show what a link leads to have none. */
    language: text('language', { enum: languageCodes }).notNull(),
    createdAt,
  },
  (table) => [index('shares_dashboard').on(table.dashboardId)],
);

/** What people were told. The order of the ids is the order in time. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId,
    /** Those of the same cause stand together. */
    cause: text('cause').notNull(),
    notice: jsonb('notice').$type<Notice>().notNull(),
    createdAt,
    readAt: moment('read_at'),
  },
  (table) => [
    index('notifications_member').on(table.memberId, table.cause, table.id),
    index('notifications_unread')
      .on(table.memberId)
      .where(sql`read_at is null`),
  ],
);

export const notificationSettings = pgTable('notification_settings', {
  memberId: text('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  settings: jsonb('settings').$type<NotificationSettings>().notNull(),
});

/**
 * Who may do what with a dashboard or an application: a member, or every member if none is named. Whoever made the
 * thing and the owner of the installation need none; without any it is private.
 */
export const grants = pgTable(
  'grants',
  {
    dashboardId: text('dashboard_id').references(() => dashboards.id, { onDelete: 'cascade' }),
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    right: text('right', { enum: rights }).notNull(),
  },
  (table) => [
    uniqueIndex('grants_dashboard').on(table.dashboardId, sql`coalesce(member_id, '')`),
    uniqueIndex('grants_application').on(table.applicationId, sql`coalesce(member_id, '')`),
    check('grants_thing', sql`num_nonnulls(dashboard_id, application_id) = 1`),
  ],
);
/** Ways to reach people outside the product. Where one leads is kept sealed. */
export const channels = pgTable('channels', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: channelKinds }).notNull(),
  hint: text('hint').notNull(),
  language: text('language', { enum: languageCodes }).notNull(),
  target: text('target').notNull(),
  isStopped: boolean('is_stopped').notNull().default(false),
  failure,
  lastSentAt: moment('last_sent_at'),
  memberId: byMember,
  createdAt,
});

/** What waits to be sent, to a member by mail or through a channel; the id is the same however often it is tried. */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    channelId: text('channel_id').references(() => channels.id, { onDelete: 'cascade' }),
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    notice: jsonb('notice').$type<Notice>().notNull(),
    dueAt: moment('due_at').notNull(),
    /** A server that sends it has it until then. */
    claimedUntil: moment('claimed_until'),
    tries: integer('tries').notNull().default(0),
    failure,
    sentAt: moment('sent_at'),
    givenUpAt: moment('given_up_at'),
    createdAt,
  },
  (table) => [
    index('outbox_due')
      .on(table.dueAt)
      .where(sql`sent_at is null and given_up_at is null`),
  ],
);

/** Conditions on data. The dataset of one may be gone. */
export const alerts = pgTable(
  'alerts',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    memberId: byMember,
    ...inSomeonesName,
    /** The datasets that it read when it was last checked. */
    reads: text('reads').array().notNull().default([]),
    watch: jsonb('watch').$type<Watch>().notNull(),
    condition: jsonb('condition').$type<AlertCondition>().notNull(),
    schedule: jsonb('schedule').$type<Schedule>().notNull(),
    zone: text('zone').notNull(),
    channels: jsonb('channels').$type<string[]>().notNull().default([]),
    origin: jsonb('origin').$type<{ dashboard: string; card: string }>(),
    state: text('state', { enum: alertStates }).notNull().default('quiet'),
    failure,
    firing: jsonb('firing').$type<(Firing & { key: string })[]>().notNull().default([]),
    /** What someone closed and what has not been normal since. */
    muted: jsonb('muted').$type<string[]>().notNull().default([]),
    firedAt: moment('fired_at'),
    acknowledged: jsonb('acknowledged').$type<{ at: string; by: string }>(),
    snoozedUntil: moment('snoozed_until'),
    lastValue: doublePrecision('last_value'),
    lastCheckedAt: moment('last_checked_at'),
    nextCheckAt: moment('next_check_at').notNull().defaultNow(),
    /** A server that checks it has it until then. */
    claimedUntil: moment('claimed_until'),
    /** Grows with everything that a person does, so that a check that began before does not undo it. */
    revision: integer('revision').notNull().default(0),
    createdAt,
  },
  (table) => [index('alerts_due').on(table.nextCheckAt), index('alerts_reads').using('gin', table.reads)],
);

/** What happened to alerts. */
export const alertEvents = pgTable(
  'alert_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    alertId: text('alert_id')
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: alertEventKinds }).notNull(),
    by: text('by'),
    values: jsonb('values').$type<Firing[]>().notNull().default([]),
    more: integer('more').notNull().default(0),
    step: text('step'),
    failure,
    until: moment('until'),
    createdAt,
  },
  (table) => [index('alert_events_alert').on(table.alertId, table.id)],
);

/** Who did what, when and from where. Nothing refers to what may be gone: names stay as they were. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    act: text('act').$type<Act>().notNull(),
    /** Written before an act begins, so that none is missing. */
    outcome: text('outcome', { enum: outcomes }).notNull(),
    code: text('code'),
    memberId: text('member_id'),
    memberName: text('member_name'),
    thing: text('thing'),
    details: jsonb('details').$type<AuditEntry['details']>().notNull().default({}),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    byKey: boolean('by_key').notNull().default(false),
  },
  (table) => [
    index('audit_at').on(table.at),
    index('audit_member').on(table.memberId, table.id),
    index('audit_act').on(table.act, table.id),
  ],
);

/** Dashboards that are sent by mail regularly. */
export const reports = pgTable(
  'reports',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    memberId: byMember,
    ...inSomeonesName,
    dashboardId,
    format: text('format', { enum: reportFormats }).notNull(),
    schedule: jsonb('schedule').$type<Slots>().notNull(),
    zone: text('zone').notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    nextAt: moment('next_at').notNull(),
    createdAt,
  },
  (table) => [index('reports_due').on(table.nextAt), index('reports_dashboard').on(table.dashboardId)],
);

const reportId = text('report_id')
  .notNull()
  .references(() => reports.id, { onDelete: 'cascade' });

/** Who receives a report: a member, or an address with the language it is written to in. */
export const reportRecipients = pgTable(
  'report_recipients',
  {
    id: text('id').primaryKey(),
    reportId,
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    address: text('address'),
    language: text('language', { enum: languageCodes }),
    state: jsonb('state').$type<DashboardState>().notNull(),
    /** Their place on the list. */
    place: integer('place').notNull(),
    /** Since when they want no more of it. */
    stoppedAt: moment('stopped_at'),
  },
  (table) => [uniqueIndex('report_recipients_who').on(table.reportId, sql`coalesce(member_id, address)`)],
);

/** Letters with a report: one for each recipient and slot, written down before it is made. */
export const reportLetters = pgTable(
  'report_letters',
  {
    id: text('id').primaryKey(),
    reportId,
    recipientId: text('recipient_id').references(() => reportRecipients.id, { onDelete: 'set null' }),
    /** Who wants to see it now; such a letter goes to them instead. */
    testedBy: text('tested_by').references(() => members.id, { onDelete: 'cascade' }),
    to: text('to').notNull(),
    slot: moment('slot').notNull(),
    state: text('state', { enum: letterStates }).notNull().default('waiting'),
    dueAt: moment('due_at').notNull().defaultNow(),
    /** The server that makes it, and until when it has it. */
    claim: text('claim'),
    claimedUntil: moment('claimed_until'),
    tries: integer('tries').notNull().default(0),
    failure,
    fileName: text('file_name'),
    bytes: integer('bytes'),
    isLinked: boolean('is_linked').notNull().default(false),
    sentAt: moment('sent_at'),
    createdAt,
  },
  (table) => [
    uniqueIndex('report_letters_once')
      .on(table.recipientId, table.slot)
      .where(sql`tested_by is null`),
    index('report_letters_report').on(table.reportId, table.slot),
    index('report_letters_due')
      .on(table.dueAt)
      .where(sql`state = 'waiting'`),
  ],
);
