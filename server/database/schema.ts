import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { applicationKinds } from '#contract/applications.ts';
import type { Chart } from '#contract/chart.ts';
import type { Dashboard, DashboardState } from '#contract/dashboard.ts';
import type { Sketch } from '#contract/dashboards.ts';
import { columnFormats, columnRoles, rejectReasons, type Texts, versionCauses } from '#contract/datasets.ts';
import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { importStates, uploadStates } from '#contract/imports.ts';
import { columnTypes, type Formula, type Param } from '#contract/query.ts';
import type { InspectedTable, LoadColumn, Recipe, TableSource } from '#engine/tables.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
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
  image: text('image'),
  role: text('role', { enum: ['owner', 'editor', 'viewer'] }).notNull(),
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
  invitedBy: text('invited_by')
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
  createdAt,
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
  zone: text('zone').notNull(),
  state: text('state', { enum: uploadStates }).notNull(),
  failure,
  tables: jsonb('tables').$type<InspectedTable[]>().notNull().default([]),
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
