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

import { rights } from '#contract/access/routes.ts';
import type { Backup } from '#contract/backups/routes.ts';
import type { AuditAction } from '#contract/audit/actions.ts';
import type { AuditEntry } from '#contract/audit/routes.ts';
import { auditOutcomes } from '#contract/audit/outcomes.ts';
import { applicationKinds } from '#contract/applications/routes.ts';
import { folderKinds } from '#contract/folders/routes.ts';
import type { Chart } from '#domain/query/chart.ts';
import type { Dashboard, DashboardState } from '#domain/dashboard/dashboard.ts';
import type { ColumnMapping } from '#domain/dashboard/remap.ts';
import type { Sketch } from '#contract/dashboards/routes.ts';
import { type Dataset, versionCauses } from '#contract/datasets/routes.ts';
import type { RowRule } from '#contract/datasets/row-rules.ts';
import type { VerifiedDefinition } from '#contract/datasets/verification.ts';
import type { MemberAttributes } from '#contract/groups/routes.ts';
import { databaseKinds, tlsModes } from '#domain/databases.ts';
import { columnAggregations, columnFormats, columnRoles, type LocalizedText } from '#domain/columns/column.ts';
import { rejectReasons } from '#domain/cells/cells.ts';
import type { ErrorCode, ErrorParams } from '#contract/errors.ts';
import { alertEventKinds, alertStates, type Schedule } from '#contract/alerts/routes.ts';
import type { AlertCondition, Firing, AlertWatch } from '#contract/alerts/schemas.ts';
import { channelKinds } from '#contract/channels/routes.ts';
import type { ChosenPreferences } from '#contract/preferences/preferences.ts';
import { languageCodes } from '#domain/language.ts';
import type { Remap, RemapEntry } from '#contract/lineage/remaps.ts';
import type { Notice, NotificationSettings } from '#contract/notifications/routes.ts';
import type { SharePermissions, ShareStart } from '#contract/shares/routes.ts';
import type { EmptyRules } from '#domain/cells/empty-cells.ts';
import { type Confirmation, importStates, type PlannedImport, uploadStates } from '#contract/imports/routes.ts';
import type { ExtractColumn, ExtractSchedule, ExtractSource } from '#contract/extracts/routes.ts';
import { emailStates, reportFormats } from '#contract/reports/routes.ts';
import type { ExpectedFreshness } from '#domain/time/expected-freshness.ts';
import type { SlotSchedule } from '#domain/time/schedule.ts';
import type { Expression } from '#domain/query/expression.ts';
import { columnTypes, type Formula, type Param, type TableBinding, type ValueLabels } from '#domain/query/query.ts';
import { cardinalities, type RelationKey } from '#domain/query/relation.ts';
import type { LabelColumns } from '#domain/query/value-labels.ts';
import type { ReadingOptions } from '#contract/datasets/reading.ts';
import type { InspectedTable, LoadColumn, Recipe, TableSource } from '#engine/tables.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const createdAt = timestamptz('created_at').notNull().defaultNow();
const updatedAt = timestamptz('updated_at').notNull().defaultNow();

/** Settings of the installation, by name. */
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
  /** Id of the avatar. */
  image: text('image'),
  role: text('role', { enum: ['owner', 'editor', 'viewer'] }).notNull(),
  /** Whether an owner allowed this editor to connect databases. */
  mayConnect: boolean('may_connect').notNull().default(false),
  /** Attributes for row rules, set by an owner: values by the name of the attribute. */
  attributes: jsonb('attributes').$type<MemberAttributes>().notNull().default({}),
  /** Since when the account is disabled. */
  disabledAt: timestamptz('disabled_at'),
  /** Preferences the member has set. */
  preferences: jsonb('preferences').$type<ChosenPreferences>().notNull().default({}),
  /** Page language at the last sign-in: the language of emails to members without a language preference. */
  spokenLanguage: text('spoken_language', { enum: languageCodes }),
  /** Number of changelog entries the member has read. */
  changelogSeen: integer('changelog_seen'),
  createdAt,
  updatedAt,
});

const memberId = text('member_id')
  .notNull()
  .references(() => members.id, { onDelete: 'cascade' });

/** Groups of members. */
export const groups = pgTable('groups', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  description: text('description').notNull(),
  /** Value in the claim `groups` of an OpenID Connect provider that makes someone a member. */
  claim: text('claim'),
  createdAt,
});

export const groupMembers = pgTable(
  'group_members',
  {
    groupId: text('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    memberId,
    /** Whether the claims of the last sign-in added the member, rather than an owner. */
    isClaimed: boolean('is_claimed').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.memberId] }),
    index('group_members_member').on(table.memberId),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    memberId,
    token: text('token').notNull().unique(),
    address: text('address'),
    userAgent: text('user_agent'),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [index('sessions_member').on(table.memberId)],
);

/** Sign-in methods of a member: a password, or an account at an external provider. */
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
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt,
    updatedAt,
  },
  (table) => [index('credentials_member').on(table.memberId)],
);

/** One-time tokens, such as that of a reset link (its identifier is hashed). */
export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
);

export const invitations = pgTable('invitations', {
  id: text('id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  role: text('role', { enum: ['editor', 'viewer'] }).notNull(),
  /** Email address it was sent to. */
  email: text('email'),
  invitedBy: text('invited_by')
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' }),
  expiresAt: timestamptz('expires_at').notNull(),
  createdAt,
});

/** Two-step verification (TOTP); active once confirmed. */
export const twoSteps = pgTable('two_steps', {
  memberId: text('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  /** Encrypted. */
  secret: text('secret').notNull(),
  confirmedAt: timestamptz('confirmed_at'),
  /** Last used time step; codes up to it are rejected. */
  usedStep: bigint('used_step', { mode: 'number' }).notNull().default(0),
  createdAt,
});

export const backupCodes = pgTable('backup_codes', { memberId, hash: text('hash').notNull() }, (table) => [
  primaryKey({ columns: [table.memberId, table.hash] }),
]);

/** Browsers that skip two-step verification for a while. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    tokenHash: text('token_hash').primaryKey(),
    memberId,
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('trusted_devices_member').on(table.memberId)],
);

/** Passkeys; the private key stays on the device. */
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
    /** Host name that it was created for. */
    host: text('host').notNull(),
    createdAt,
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [index('passkeys_member').on(table.memberId)],
);

/** Personal API keys of members; only a hash of the secret is stored. */
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
    expiresAt: timestamptz('expires_at'),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [index('personal_keys_member').on(table.memberId)],
);

/** Avatars, resized by us; a new image has a new id. */
export const avatars = pgTable('avatars', {
  id: text('id').primaryKey(),
  memberId: text('member_id')
    .notNull()
    .unique()
    .references(() => members.id, { onDelete: 'cascade' }),
  content: bytes('content').notNull(),
});

/** Rate limit counters. */
export const limits = pgTable('limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
const texts = (name: string) => jsonb(name).$type<LocalizedText>().notNull().default({ en_US: '', zh_CN: '' });
const failure = jsonb('failure').$type<{ code: ErrorCode; params: ErrorParams }>();
/** The member may be removed; the row stays. */
const byMember = text('member_id').references(() => members.id, { onDelete: 'set null' });
/** Columns of what runs on its creator's behalf: the last editor, and what it may read since it was handed over. */
const delegationColumns = {
  editorId: text('editor_id').references(() => members.id, { onDelete: 'set null' }),
  /** Datasets that the former creator could see; null if it was never handed over. */
  datasetLimit: text('dataset_limit').array(),
};

/** Folders of dashboards or of applications. A right to a folder is a right to everything inside. */
export const folders = pgTable(
  'folders',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: folderKinds }).notNull(),
    name: text('name').notNull(),
    /** The folder it is in; null at the top level. Not a foreign key, because a backup loads rows in any order. */
    parentId: text('parent_id'),
    memberId: byMember,
    createdAt,
  },
  (table) => [index('folders_parent').on(table.parentId)],
);

/** Null at the top level. What is in the trash when its folder is deleted moves to the top level. */
const folderId = text('folder_id').references(() => folders.id, { onDelete: 'set null' });

export const applications = pgTable('applications', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: applicationKinds }).notNull(),
  /** Position up to which the log of pushed events has been sealed into segments. */
  logPosition: count('log_position'),
  memberId: byMember,
  folderId,
  createdAt,
  trashedAt: timestamptz('trashed_at'),
});

const applicationId = text('application_id')
  .notNull()
  .references(() => applications.id, { onDelete: 'cascade' });

/** Connections of applications to databases. The password is encrypted. */
export const connections = pgTable('connections', {
  applicationId: text('application_id')
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
  kind: text('kind', { enum: databaseKinds }).notNull(),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  database: text('database').notNull(),
  user: text('user').notNull(),
  password: text('password').notNull(),
  tls: text('tls', { enum: tlsModes }).notNull(),
  /** Time zone of columns that store none. */
  zone: text('zone').notNull(),
  /** Whether an owner allowed a host in the server's private network. */
  allowsPrivate: boolean('allows_private').notNull().default(false),
  /** Seconds for which answers are reused. */
  freshness: integer('freshness').notNull().default(60),
  /** Whether an owner allowed SQL of people. */
  allowsSql: boolean('allows_sql').notNull().default(false),
});

/** Write keys; only a hash of the secret is stored. */
export const keys = pgTable(
  'keys',
  {
    id: text('id').primaryKey(),
    applicationId,
    name: text('name').notNull(),
    hash: text('hash').notNull().unique(),
    hint: text('hint').notNull(),
    createdAt,
    lastUsedAt: timestamptz('last_used_at'),
    revokedAt: timestamptz('revoked_at'),
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
    /** Incremented whenever the segments change; the data of a version never changes. */
    version: integer('version').notNull().default(0),
    rows: count('rows'),
    bytes: count('bytes'),
    /** Corrections that are applied automatically when the same value comes again. */
    recipe: jsonb('recipe').$type<Recipe[]>().notNull().default([]),
    /** Parsing options chosen by a member. */
    reading: jsonb('reading').$type<ReadingOptions>().notNull().default({}),
    /** Which texts count as empty, by column; applied to later files. */
    emptyRules: jsonb('empty_rules').$type<Record<string, EmptyRules>>().notNull().default({}),
    /** The table or SQL of a connected database that it reads; null for rows that are stored here. */
    connection: jsonb('connection').$type<Dataset['connection']>(),
    createdAt,
    lastDataAt: timestamptz('last_data_at'),
    trashedAt: timestamptz('trashed_at'),
  },
  (table) => [
    uniqueIndex('datasets_name')
      .on(table.applicationId, table.name)
      .where(sql`trashed_at is null`),
  ],
);

/**
 * How fresh the rows of a dataset are. A job finds the newest row after every change of the rows, and compares it with
 * what is expected at each deadline.
 */
export const freshness = pgTable(
  'freshness',
  {
    /** The dataset. */
    id: text('id')
      .primaryKey()
      .references(() => datasets.id, { onDelete: 'cascade' }),
    /** Date or moment of the newest row; null if there is none, or until it is found. */
    newest: text('newest'),
    expectation: jsonb('expectation').$type<ExpectedFreshness>(),
    /** Who set the expectation, and when. */
    memberId: byMember,
    expectedSince: timestamptz('expected_since'),
    lateSince: timestamptz('late_since'),
    checkedAt: timestamptz('checked_at'),
    /** Truncated to milliseconds, the precision of a Date, because a check compares it. */
    nextCheckAt: timestamptz('next_check_at'),
    /** Lease of the server that is checking it. */
    claimedUntil: timestamptz('claimed_until'),
  },
  (table) => [index('freshness_due').on(table.nextCheckAt)],
);

const datasetId = text('dataset_id')
  .notNull()
  .references(() => datasets.id, { onDelete: 'cascade' });

/** Columns of datasets. The id is the column name in every segment. */
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
    /** Its name in a connected table, and whether it stores local times there. */
    storedName: text('stored_name'),
    isLocalTime: boolean('is_local_time').notNull().default(false),
    /** The types of its cells in the warehouse: one, unless the type of the column was changed. */
    storedTypes: text('stored_types', { enum: columnTypes }).array().notNull().default([]),
  },
  (table) => [uniqueIndex('columns_name').on(table.datasetId, table.name)],
);

/** Columns of datasets that a formula computes from others. Their type is derived when they are read. */
export const calculatedColumns = pgTable(
  'calculated_columns',
  {
    id: text('id').primaryKey(),
    datasetId,
    name: text('name').notNull(),
    type: text('type', { enum: columnTypes }).notNull(),
    role: text('role', { enum: columnRoles }).notNull(),
    format: text('format', { enum: columnFormats }).notNull().default('plain'),
    unit: text('unit').notNull().default(''),
    aggregation: text('aggregation', { enum: columnAggregations }).notNull().default('automatic'),
    label: texts('label'),
    description: texts('description'),
    expression: jsonb('expression').$type<Expression>().notNull(),
    createdAt,
  },
  (table) => [uniqueIndex('calculated_columns_name').on(table.datasetId, table.name)],
);

/** Labels of the values of a column, stored or calculated; deleted with it. */
export const valueLabels = pgTable('value_labels', {
  columnId: text('column_id').primaryKey(),
  datasetId,
  /** The columns that the labels are taken from; null if people typed them. */
  source: jsonb('source').$type<LabelColumns>(),
  labels: jsonb('labels').$type<ValueLabels>().notNull(),
  /** Changes whenever the labels change; the key of cached labels. */
  revision: text('revision').notNull(),
  /** Values for which the source has several labels, of which the most frequent is used. */
  ambiguous: integer('ambiguous').notNull().default(0),
  /** The version of the dataset at which the source was read. */
  version: integer('version').notNull().default(0),
  refreshedAt: timestamptz('refreshed_at').notNull().defaultNow(),
});

/** Named calculations of a dataset. */
export const metrics = pgTable(
  'metrics',
  {
    id: text('id').primaryKey(),
    datasetId,
    name: text('name').notNull(),
    label: texts('label'),
    description: texts('description'),
    format: text('format', { enum: columnFormats }).notNull().default('plain'),
    unit: text('unit').notNull().default(''),
    formula: jsonb('formula').$type<Formula>().notNull(),
    createdAt,
  },
  (table) => [uniqueIndex('metrics_name').on(table.datasetId, table.name)],
);

/** Relations between datasets: each row of the dataset has at most one partner in the related one. */
export const relations = pgTable(
  'relations',
  {
    id: text('id').primaryKey(),
    datasetId,
    relatedId: text('related_id')
      .notNull()
      .references(() => datasets.id, { onDelete: 'cascade' }),
    label: texts('label'),
    cardinality: text('cardinality', { enum: cardinalities }).notNull(),
    keys: jsonb('keys').$type<RelationKey[]>().notNull(),
    createdAt,
  },
  (table) => [index('relations_dataset').on(table.datasetId), index('relations_related').on(table.relatedId)],
);

/** Marks of verified datasets and metrics. */
export const verificationMarks = pgTable(
  'verification_marks',
  {
    datasetId,
    /** Null if the dataset itself is marked. */
    metricId: text('metric_id').references(() => metrics.id, { onDelete: 'cascade' }),
    memberId: byMember,
    note: text('note').notNull(),
    definition: jsonb('definition').$type<VerifiedDefinition>().notNull(),
    createdAt,
  },
  (table) => [uniqueIndex('verification_marks_subject').on(table.datasetId, sql`coalesce(metric_id, '')`)],
);

/** Row rules of datasets. A dataset without a row here shows all its rows to everyone who may see it. */
export const rowRules = pgTable('row_rules', {
  datasetId: text('dataset_id')
    .primaryKey()
    .references(() => datasets.id, { onDelete: 'cascade' }),
  /** The zone of days in the rules. */
  zone: text('zone').notNull(),
  rules: jsonb('rules').$type<RowRule[]>().notNull(),
  memberId: byMember,
  updatedAt,
});

/** Version history of a dataset: versions that can be read and restored. */
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

/** The servers of the installation, if it has several. */
export const servers = pgTable('servers', {
  id: text('id').primaryKey(),
  /** URL at which the other servers reach it. */
  address: text('address').notNull(),
  seenAt: timestamptz('seen_at').notNull().defaultNow(),
});

/** Uploads, imports, exports, backups and report emails whose files are on one server. */
export const localFiles = pgTable('local_files', {
  id: text('id').primaryKey(),
  serverId: text('server_id')
    .notNull()
    .references(() => servers.id, { onDelete: 'cascade' }),
  /** The entry in the list of backups, if it is a backup. */
  backup: jsonb('backup').$type<Backup>(),
  createdAt,
});

/** The last segment number of each dataset in the warehouse. No foreign key: rows may precede their dataset. */
export const segmentNumbers = pgTable('segment_numbers', {
  datasetId: text('dataset_id').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull(),
});

/** Inserts into the warehouse that are not published yet. */
export const warehouseInserts = pgTable(
  'warehouse_inserts',
  {
    datasetId: text('dataset_id').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    createdAt,
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.number] })],
);

/**
 * Files of rows, or numbers of segments in the warehouse. A segment is part of every version from `first` up to but
 * excluding `last`; a restored file is listed again.
 */
export const segments = pgTable(
  'segments',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    datasetId,
    file: text('file').notNull(),
    first: integer('first').notNull(),
    last: integer('last'),
    /** Segments in this order give the row order. */
    position: bigint('position', { mode: 'number' }).notNull(),
    rows: count('rows'),
    bytes: count('bytes'),
    createdAt,
    removedAt: timestamptz('removed_at'),
  },
  (table) => [index('segments_dataset').on(table.datasetId, table.position), index('segments_file').on(table.file)],
);

/** Uploaded files, stored in the staging folder. */
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
  /** Parsing options chosen by the member. */
  options: jsonb('options').$type<ReadingOptions>().notNull().default({}),
  createdAt,
});

/** The input of an import. */
export type ImportPlan = { source: TableSource; zone: string; columns: LoadColumn[] };

/** Connected tables and files from the web that are loaded as datasets, once or on a schedule. */
export const extracts = pgTable(
  'extracts',
  {
    id: text('id').primaryKey(),
    applicationId,
    /** Null until the first rows are loaded. */
    datasetId: text('dataset_id').references(() => datasets.id, { onDelete: 'cascade' }),
    /** Name of the dataset. */
    name: text('name').notNull(),
    memberId: byMember,
    ...delegationColumns,
    /** A URL is encrypted. */
    source: jsonb('source').$type<ExtractSource>().notNull(),
    /** Columns chosen by a member; null for all. */
    columns: jsonb('columns').$type<ExtractColumn[]>(),
    /** Columns of the dataset by the key of their source column. */
    targets: jsonb('targets').$type<Record<string, string>>().notNull().default({}),
    /** Last value of the growing column; saved in the transaction that publishes its rows. */
    lastValue: jsonb('last_value').$type<string | number>(),
    schedule: jsonb('schedule').$type<ExtractSchedule>(),
    zone: text('zone').notNull(),
    nextRunAt: timestamptz('next_run_at'),
    lastRunAt: timestamptz('last_run_at'),
    /** Lease of the server that is running it. */
    claimedUntil: timestamptz('claimed_until'),
    tries: integer('tries').notNull().default(0),
    failure,
    /** The import of the current or last run: an import of an earlier run publishes nothing. */
    importId: text('import_id'),
    createdAt,
  },
  (table) => [index('extracts_due').on(table.nextRunAt), index('extracts_application').on(table.applicationId)],
);

/** What an import of an extract saves when its rows are published. */
export type ExtractRun = {
  /** Last value of the growing column; null if there is no such column. */
  lastValue: string | number | null;
  /** Keys of the columns of the file. */
  keys: string[];
};

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
    /** Original request, to plan the import again after confirmation. */
    request: jsonb('request').$type<PlannedImport>(),
    confirmation: jsonb('confirmation').$type<Confirmation>(),
    /** The extract that it belongs to, and what it saves there. */
    extractId: text('extract_id').references(() => extracts.id, { onDelete: 'set null' }),
    extractRun: jsonb('extract_run').$type<ExtractRun>(),
    createdAt,
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [index('imports_application').on(table.applicationId, table.createdAt)],
);

/** Rejected rows, kept until someone corrects or deletes them. */
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

/** Rows received per application and minute. */
export const arrivals = pgTable(
  'arrivals',
  { applicationId, minute: timestamptz('minute').notNull(), rows: count('rows') },
  (table) => [primaryKey({ columns: [table.applicationId, table.minute] })],
);

/** Pushes with an idempotency key, and their responses. */
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

/** Pushed events that are acknowledged and not sealed yet, if several servers share them; else they are in files. */
export const pushLog = pgTable(
  'push_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    applicationId,
    /** Names of the datasets whose rows it contains. */
    datasets: jsonb('datasets').$type<string[]>().notNull(),
    frame: bytes('frame').notNull(),
    /** Set if it cannot be sealed. */
    quarantinedAt: timestamptz('quarantined_at'),
  },
  (table) => [
    index('push_log_unsealed')
      .on(table.applicationId, table.id)
      .where(sql`${table.quarantinedAt} is null`),
  ],
);

/** Saved charts. The dataset may have been deleted. */
export const charts = pgTable('charts', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  chart: jsonb('chart').$type<Chart>().notNull(),
  /** Datasets that it read when it was saved. */
  reads: text('reads').array().notNull().default([]),
  memberId: byMember,
  createdAt,
  updatedAt,
});

/** Bulk replacements of columns, with the data to undo them. */
export const remaps = pgTable(
  'remaps',
  {
    id: text('id').primaryKey(),
    datasetId,
    memberId: byMember,
    mapping: jsonb('mapping').$type<ColumnMapping>().notNull(),
    pairs: jsonb('pairs').$type<Remap['pairs']>().notNull(),
    entries: jsonb('entries').$type<RemapEntry[]>().notNull(),
    undoneAt: timestamptz('undone_at'),
    createdAt,
  },
  (table) => [index('remaps_dataset').on(table.datasetId, table.createdAt)],
);

/** SQL history of members. */
export const sqlHistory = pgTable(
  'asked',
  {
    id: text('id').primaryKey(),
    memberId,
    sql: text('sql').notNull(),
    params: jsonb('params').$type<Param[]>().notNull().default([]),
    tables: jsonb('tables').$type<TableBinding[]>().notNull().default([]),
    askedAt: timestamptz('asked_at').notNull().defaultNow(),
    milliseconds: integer('milliseconds'),
    rows: bigint('rows', { mode: 'number' }),
    error: text('error'),
  },
  (table) => [index('asked_member').on(table.memberId, table.askedAt)],
);

/** Published dashboards. Fields needed by lists are stored beside the document, which may be large. */
export const dashboards = pgTable('dashboards', {
  id: text('id').primaryKey(),
  document: jsonb('document').$type<Dashboard>().notNull(),
  version: integer('version').notNull(),
  /** Who published each part of the document: member id by part key. */
  publishers: jsonb('publishers').$type<Record<string, string>>().notNull().default({}),
  title: texts('title'),
  description: texts('description'),
  cards: integer('cards').notNull(),
  sketch: jsonb('sketch').$type<Sketch>().notNull().default([]),
  memberId: byMember,
  folderId,
  createdAt,
  updatedAt,
  trashedAt: timestamptz('trashed_at'),
});

const dashboardId = text('dashboard_id')
  .notNull()
  .references(() => dashboards.id, { onDelete: 'cascade' });

/** All published versions and their publishers. */
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

/** Unpublished changes of a member; `base` is the version they started from. */
export const drafts = pgTable(
  'drafts',
  {
    dashboardId,
    memberId,
    base: integer('base').notNull(),
    document: jsonb('document').$type<Dashboard>().notNull(),
    savedAt: timestamptz('saved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.dashboardId, table.memberId] })],
);

export const favourites = pgTable('favourites', { dashboardId, memberId, createdAt }, (table) => [
  primaryKey({ columns: [table.memberId, table.dashboardId] }),
]);

/** Dashboards that a member pinned to the top of the list. */
export const pins = pgTable('pins', { dashboardId, memberId, createdAt }, (table) => [
  primaryKey({ columns: [table.memberId, table.dashboardId] }),
]);

/** When a member last viewed a dashboard. */
export const dashboardViews = pgTable(
  'seen',
  { dashboardId, memberId, seenAt: timestamptz('seen_at').notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.memberId, table.dashboardId] })],
);

/** Saved dashboard state: named and private, or unnamed behind a short link. */
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

/** Public links to dashboards. */
export const shares = pgTable(
  'shares',
  {
    id: text('id').primaryKey(),
    dashboardId,
    /** Member whose rights the link uses. */
    memberId: byMember,
    ...delegationColumns,
    /** Time zone of day boundaries, wherever it is opened. */
    zone: text('zone').notNull().default('UTC'),
    name: text('name').notNull(),
    /** The link is found by the hash of its token; the encrypted token allows copying the link again. */
    tokenHash: text('token_hash').notNull().unique(),
    tokenSealed: text('token_sealed').notNull(),
    passwordHash: text('password_hash'),
    expiresAt: timestamptz('expires_at'),
    maxViews: integer('max_views'),
    views: integer('views').notNull().default(0),
    seenAt: timestamptz('seen_at'),
    start: jsonb('start').$type<ShareStart>().notNull(),
    allows: jsonb('allows').$type<SharePermissions>().notNull(),
    sites: jsonb('sites').$type<string[]>().notNull().default([]),
    /** Of the creator, for link previews. */
    language: text('language', { enum: languageCodes }).notNull(),
    createdAt,
  },
  (table) => [index('shares_dashboard').on(table.dashboardId)],
);

/** Notifications of members. The order of ids is the order in time. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    memberId,
    /** Notifications with the same cause are grouped. */
    cause: text('cause').notNull(),
    notice: jsonb('notice').$type<Notice>().notNull(),
    createdAt,
    readAt: timestamptz('read_at'),
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
 * Rights to a dashboard, application or folder: of a member, or of every member if none is named. Its creator and the owner
 * need none; without any grant it is private.
 */
export const grants = pgTable(
  'grants',
  {
    dashboardId: text('dashboard_id').references(() => dashboards.id, { onDelete: 'cascade' }),
    applicationId: text('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    folderId: text('folder_id').references(() => folders.id, { onDelete: 'cascade' }),
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    right: text('right', { enum: rights }).notNull(),
  },
  (table) => [
    uniqueIndex('grants_dashboard').on(table.dashboardId, sql`coalesce(member_id, '')`),
    uniqueIndex('grants_application').on(table.applicationId, sql`coalesce(member_id, '')`),
    uniqueIndex('grants_folder').on(table.folderId, sql`coalesce(member_id, '')`),
    check('grants_thing', sql`num_nonnulls(dashboard_id, application_id, folder_id) = 1`),
  ],
);
/** External notification channels. The target is stored encrypted. */
export const channels = pgTable('channels', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: channelKinds }).notNull(),
  hint: text('hint').notNull(),
  language: text('language', { enum: languageCodes }).notNull(),
  target: text('target').notNull(),
  isStopped: boolean('is_stopped').notNull().default(false),
  failure,
  lastSentAt: timestamptz('last_sent_at'),
  memberId: byMember,
  createdAt,
});

/** Outgoing notifications to a member by email or to a channel; the id stays the same across retries. */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    channelId: text('channel_id').references(() => channels.id, { onDelete: 'cascade' }),
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    notice: jsonb('notice').$type<Notice>().notNull(),
    dueAt: timestamptz('due_at').notNull(),
    /** Lease of the server that is sending it. */
    claimedUntil: timestamptz('claimed_until'),
    tries: integer('tries').notNull().default(0),
    failure,
    sentAt: timestamptz('sent_at'),
    givenUpAt: timestamptz('given_up_at'),
    createdAt,
  },
  (table) => [
    index('outbox_due')
      .on(table.dueAt)
      .where(sql`sent_at is null and given_up_at is null`),
  ],
);

/** Alerts. The dataset may have been deleted. */
export const alerts = pgTable(
  'alerts',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    memberId: byMember,
    ...delegationColumns,
    /** Datasets that it read at the last check. */
    reads: text('reads').array().notNull().default([]),
    watch: jsonb('watch').$type<AlertWatch>().notNull(),
    condition: jsonb('condition').$type<AlertCondition>().notNull(),
    schedule: jsonb('schedule').$type<Schedule>().notNull(),
    zone: text('zone').notNull(),
    channels: jsonb('channels').$type<string[]>().notNull().default([]),
    origin: jsonb('origin').$type<{ dashboard: string; card: string }>(),
    state: text('state', { enum: alertStates }).notNull().default('quiet'),
    failure,
    firing: jsonb('firing').$type<(Firing & { key: string })[]>().notNull().default([]),
    /** Groups that someone closed and that have not been normal since. */
    muted: jsonb('muted').$type<string[]>().notNull().default([]),
    firedAt: timestamptz('fired_at'),
    acknowledged: jsonb('acknowledged').$type<{ at: string; by: string }>(),
    snoozedUntil: timestamptz('snoozed_until'),
    lastValue: doublePrecision('last_value'),
    lastCheckedAt: timestamptz('last_checked_at'),
    nextCheckAt: timestamptz('next_check_at').notNull().defaultNow(),
    /** Lease of the server that is checking it. */
    claimedUntil: timestamptz('claimed_until'),
    /** Incremented by every action of a member, so that a check that started before does not overwrite it. */
    revision: integer('revision').notNull().default(0),
    createdAt,
  },
  (table) => [index('alerts_due').on(table.nextCheckAt), index('alerts_reads').using('gin', table.reads)],
);

/** History of alerts. */
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
    until: timestamptz('until'),
    createdAt,
  },
  (table) => [index('alert_events_alert').on(table.alertId, table.id)],
);

/** Audit log. It has no foreign keys and stores names, because rows may be deleted. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamptz('at').notNull().defaultNow(),
    act: text('act').$type<AuditAction>().notNull(),
    /** Inserted before the action runs, so that no action is missing. */
    outcome: text('outcome', { enum: auditOutcomes }).notNull(),
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

/** Dashboards that are emailed regularly. */
export const reports = pgTable(
  'reports',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    memberId: byMember,
    ...delegationColumns,
    dashboardId,
    format: text('format', { enum: reportFormats }).notNull(),
    schedule: jsonb('schedule').$type<SlotSchedule>().notNull(),
    zone: text('zone').notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    nextAt: timestamptz('next_at').notNull(),
    createdAt,
  },
  (table) => [index('reports_due').on(table.nextAt), index('reports_dashboard').on(table.dashboardId)],
);

const reportId = text('report_id')
  .notNull()
  .references(() => reports.id, { onDelete: 'cascade' });

/** Recipients of a report: a member, or an email address with a language. */
export const reportRecipients = pgTable(
  'report_recipients',
  {
    id: text('id').primaryKey(),
    reportId,
    memberId: text('member_id').references(() => members.id, { onDelete: 'cascade' }),
    address: text('address'),
    language: text('language', { enum: languageCodes }),
    state: jsonb('state').$type<DashboardState>().notNull(),
    /** Position in the list. */
    place: integer('place').notNull(),
    /** When they unsubscribed. */
    stoppedAt: timestamptz('stopped_at'),
  },
  (table) => [uniqueIndex('report_recipients_who').on(table.reportId, sql`coalesce(member_id, address)`)],
);

/** Report emails: one per recipient and slot, inserted before it is rendered. */
export const reportEmails = pgTable(
  'report_letters',
  {
    id: text('id').primaryKey(),
    reportId,
    recipientId: text('recipient_id').references(() => reportRecipients.id, { onDelete: 'set null' }),
    /** Member who requested a test; the email goes to them instead. */
    testedBy: text('tested_by').references(() => members.id, { onDelete: 'cascade' }),
    to: text('to').notNull(),
    slot: timestamptz('slot').notNull(),
    state: text('state', { enum: emailStates }).notNull().default('waiting'),
    dueAt: timestamptz('due_at').notNull().defaultNow(),
    /** Lease of the server that is rendering it. */
    claimedUntil: timestamptz('claimed_until'),
    tries: integer('tries').notNull().default(0),
    failure,
    fileName: text('file_name'),
    bytes: integer('bytes'),
    isLinked: boolean('is_linked').notNull().default(false),
    sentAt: timestamptz('sent_at'),
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
