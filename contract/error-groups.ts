import type { ErrorCode } from './errors.ts';
import { sqlErrors } from './queries/sql-errors.ts';

/** Why a connected database does not answer. */
const databaseErrors: ErrorCode[] = [
  'connection_refused',
  'connection_unreachable',
  'connection_timeout',
  'connection_protocol',
  'connection_certificate',
  'connection_sign_in',
  'connection_database_missing',
  'connection_denied',
  'connection_table_missing',
  'connection_too_many',
  'connection_lost',
  'connection_query_failed',
  'connection_sql_failed',
  'connection_sql_off',
  'connection_private',
  'connection_unreadable',
  'address_inside',
  'host_unknown',
  'host_silent',
];

/** Errors of routes that call a connected database. */
export const connectionTestErrors: ErrorCode[] = [
  ...databaseErrors,
  'connection_not_allowed',
  'connection_password_needed',
  'cancelled',
  'query_timeout',
  'query_crashed',
  'columns_clash',
];

/** Errors of routes that check or run SQL of people in a connected database. */
export const connectionSqlErrors: ErrorCode[] = [
  ...connectionTestErrors,
  'connection_sql_wrong',
  'connection_sql_parameters',
  'connection_sql_column_twice',
  'connection_sql_column_unnamed',
  'sql_not_select',
  'sql_too_long',
  'too_many_columns',
  'too_many_waiting',
  'query_too_large',
];

/** Why someone may not see any rows of a dataset. */
const hiddenRowsErrors: ErrorCode[] = ['rows_hidden', 'row_attribute_missing', 'row_rule_broken', 'row_rules_changed'];

export const executionErrors: ErrorCode[] = [
  ...databaseErrors,
  ...hiddenRowsErrors,
  'too_many_waiting',
  'query_timeout',
  'query_too_large',
  'answer_too_large',
  'query_failed',
  'query_crashed',
  'disk_full',
  'cancelled',
];

/** Errors of columns that are calculated or belong to a related dataset. */
const modelErrors: ErrorCode[] = [
  'formula_circular',
  'relation_types_differ',
  'relation_not_unique',
  'relation_places_differ',
  'related_dataset_hidden',
  'measure_repeats',
];

export const formulaErrors: ErrorCode[] = ['column_unknown', 'column_not_number', 'formula_not_number', ...modelErrors];

const structuredQueryErrors: ErrorCode[] = [
  ...formulaErrors,
  'dataset_gone',
  'column_not_time',
  'value_misfit',
  'query_part_unknown',
  'top_compared',
  'too_many_days',
  'formula_broken',
  'formula_circular',
  'formula_too_large',
];

const sqlQueryErrors: ErrorCode[] = [...(Object.keys(sqlErrors) as (keyof typeof sqlErrors)[]), 'dataset_forbidden'];

/** Errors of any query, structured or SQL. */
export const queryErrors: ErrorCode[] = [...structuredQueryErrors, ...sqlQueryErrors, ...executionErrors];

export const fileErrors: ErrorCode[] = [
  'file_empty',
  'file_no_rows',
  'file_unknown',
  'file_encoding',
  'file_damaged',
  'file_unsupported',
  'file_encrypted',
  'file_unsafe',
  'file_crash',
  'file_needs_memory',
  'file_timeout',
  'file_too_large',
  'expands_too_large',
  'ratio_too_high',
  'too_many_entries',
  'too_deep',
  'too_many_columns',
  'line_too_long',
  'quote_unclosed',
  'json_malformed',
  'disk_full',
];

export const egressErrors: ErrorCode[] = [
  'address_malformed',
  'address_inside',
  'host_unknown',
  'host_unreachable',
  'host_silent',
  'host_redirects',
  'host_too_much',
];

export const mailErrors: ErrorCode[] = ['mail_missing', 'mail_failed'];

export const passwordErrors: ErrorCode[] = ['wrong_password', 'too_many_attempts'];

export const printErrors: ErrorCode[] = ['export_too_large', 'picture_too_tall', 'cancelled', 'too_many_waiting'];
