import type { ApiKey } from './api.ts';
import type { ErrorCode } from './errors.ts';
import { isReading, takesKey } from './keys.ts';
import { methodOf, pathOf, type Route, type RouteKey } from './route.ts';
import { sqlErrors } from './sql-errors.ts';

/** What every route may answer, whatever it is about. */
export const anywhere: ErrorCode[] = [
  'invalid_input',
  'malformed_request',
  'key_in_address',
  'too_large',
  'uri_too_long',
  'unsupported_media_type',
  'headers_too_large',
  'internal',
  'unavailable',
  'disk_full',
];

const answering: ErrorCode[] = [
  'too_many_waiting',
  'query_timeout',
  'query_too_large',
  'answer_too_large',
  'query_failed',
  'query_crashed',
  'disk_full',
  'cancelled',
];
const formula: ErrorCode[] = ['column_unknown', 'column_not_number', 'formula_not_number', 'percentile_unsupported'];
const clicked: ErrorCode[] = [
  ...formula,
  'dataset_gone',
  'column_not_time',
  'value_misfit',
  'query_part_unknown',
  'top_compared',
  'too_many_days',
];
const written: ErrorCode[] = [...(Object.keys(sqlErrors) as (keyof typeof sqlErrors)[]), 'dataset_forbidden'];
/** Of whatever is asked of data, by clicking or in SQL. */
const asked: ErrorCode[] = [...clicked, ...written, ...answering];

/** Of what is read out by an address. */
const addressed: ErrorCode[] = [
  ...asked,
  'key_edits_in_address',
  'filter_column_unknown',
  'filter_column_misspelt',
  'filter_value_invalid',
  'export_too_large',
  'no_such_version',
];

const kept: ErrorCode[] = ['newer_program', 'too_many_cards', 'text_too_long', 'sql_too_long'];
const read: ErrorCode[] = [
  'file_empty',
  'file_no_rows',
  'file_unknown',
  'file_encoding',
  'file_damaged',
  'file_unsupported',
  'file_encrypted',
  'file_unsafe',
  'file_crash',
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
const outside: ErrorCode[] = [
  'address_malformed',
  'address_inside',
  'host_unknown',
  'host_unreachable',
  'host_silent',
  'host_redirects',
  'host_too_much',
];
const mailed: ErrorCode[] = ['mail_missing', 'mail_failed'];
const confirmed: ErrorCode[] = ['wrong_password', 'too_many_attempts'];
const watched: ErrorCode[] = [
  ...asked,
  'alert_nobody',
  'alert_column_gone',
  'alert_column_misfit',
  'alert_too_many_rows',
  'alert_sql_closed',
];
const ordered: ErrorCode[] = [
  'mail_missing',
  'report_nobody',
  'report_to_others',
  'report_addresses_closed',
  'report_recipient_unknown',
];
const sent: ErrorCode[] = ['mail_missing', 'mail_failed', 'report_nobody', 'report_dashboard_gone', 'report_unseen'];
const printed: ErrorCode[] = ['export_too_large', 'picture_too_tall', 'cancelled', 'too_many_waiting'];
const throughLink: ErrorCode[] = [
  'share_gone',
  'share_card',
  'publisher_forbidden',
  'value_misfit',
  'query_timeout',
  'answer_too_large',
  'too_many_waiting',
];

/** What each route may answer beside what its access, its place and its ids make it answer. */
const own: Partial<Record<ApiKey, ErrorCode[]>> = {
  'POST /auth/owner': ['owner_exists', 'email_taken', 'username_taken'],
  'POST /auth/signin': ['wrong_credentials', 'wrong_code', 'account_disabled', 'too_many_attempts'],
  'POST /auth/signup': ['sign_up_closed', 'link_invalid', 'email_taken', 'username_taken', 'too_many_attempts'],
  'POST /auth/oidc/begin': ['not_found', 'oidc_refused'],
  'POST /auth/oidc': [
    'not_found',
    'oidc_refused',
    'oidc_email',
    'sign_up_closed',
    'link_invalid',
    'account_disabled',
    'too_many_attempts',
  ],
  'POST /auth/invitation': ['link_invalid'],
  'POST /auth/forgot': ['too_many_attempts'],
  'POST /auth/reset': ['link_invalid', 'too_many_attempts'],
  'POST /auth/passkey/begin': ['passkeys_unavailable'],
  'POST /auth/passkey': ['passkey_refused', 'passkeys_unavailable', 'account_disabled', 'too_many_attempts'],
  'POST /me/password': confirmed,
  'POST /me/two-step': [...confirmed, 'two_step_on'],
  'POST /me/two-step/confirm': ['wrong_code', 'two_step_on', 'too_many_attempts'],
  'POST /me/two-step/codes': [...confirmed, 'two_step_off'],
  'POST /me/two-step/off': [...confirmed, 'two_step_off'],
  'DELETE /me/providers/:id': ['only_way_in'],
  'PUT /me/avatar': ['picture_unreadable', 'picture_moves', 'picture_too_large'],
  'POST /me/passkeys/begin': [...confirmed, 'passkeys_full', 'passkeys_unavailable'],
  'POST /me/passkeys': ['passkey_refused', 'passkeys_unavailable'],
  'DELETE /me/passkeys/:id': ['only_way_in'],
  'POST /me/keys': [...confirmed, 'keys_full'],
  'POST /invitations': ['email_taken', ...mailed],
  'PATCH /members/:id': ['last_owner', 'own_account'],
  'POST /members/:id/disable': ['last_owner', 'own_account'],
  'POST /members/:id/transfer': ['own_account'],
  'DELETE /members/:id': ['last_owner', 'own_account'],
  'POST /installation/mail-test': mailed,
  'PUT /dashboards/:id/access': ['viewer_cannot_edit'],
  'PUT /applications/:id/access': ['viewer_cannot_edit'],
  'POST /sample': ['interrupted'],
  'PATCH /datasets/:id': ['name_taken'],
  'PATCH /datasets/:id/columns/:column': ['type_does_not_fit', ...answering],
  'POST /datasets/:id/restore': ['name_taken'],
  'POST /applications/:id/restore': ['name_taken'],
  'POST /datasets/:id/rows': ['no_such_version', 'column_unknown', 'value_misfit', ...answering],
  'GET /datasets/:id/profile': ['no_such_version', ...answering],
  'POST /datasets/:id/versions/:number/restore': ['no_such_version'],
  'POST /datasets/:id/rejects/load': [...read, ...answering, 'columns_clash', 'too_many_rejects'],
  'POST /datasets/:id/metrics': [...formula, 'metric_nested', 'name_taken', 'query_part_unknown', 'value_misfit'],
  'PUT /datasets/:id/metrics/:metric': [
    ...formula,
    'metric_nested',
    'name_taken',
    'query_part_unknown',
    'value_misfit',
  ],
  'POST /datasets/:id/uses/test': ['dataset_gone', 'hidden_use_breaks', 'use_unchecked'],
  'POST /uploads': ['file_too_large'],
  'PUT /uploads/:id/content': [...read, 'upload_incomplete', 'upload_not_ready', 'cancelled'],
  'PUT /uploads/:id/reading': [...read, 'upload_not_ready', 'cancelled'],
  'POST /uploads/:id/matches': ['upload_not_ready'],
  'POST /uploads/:id/imports': [
    'upload_not_ready',
    'columns_clash',
    'name_taken',
    'too_many_rejects',
    'rows_missing',
    'no_rows_fit',
    'cancelled',
  ],
  'POST /imports/:id/confirm': ['import_not_waiting', 'upload_not_ready', 'columns_clash'],
  'POST /queries': [...asked, 'forbidden', 'no_such_version'],
  'POST /queries/rows': [...asked, 'forbidden', 'no_rows_behind', 'no_such_version'],
  'POST /exports': [...asked, 'forbidden', 'export_too_large', 'no_such_version'],
  'GET /exports/:id': ['export_gone'],
  'GET /data/datasets/:id.:format': addressed,
  'GET /data/charts/:id.:format': [...addressed, 'forbidden'],
  'GET /data/dashboards/:id/cards/:card.:format': [...addressed, 'newer_program'],
  'POST /charts': ['sql_too_long'],
  'PATCH /charts/:id': ['sql_too_long'],
  'POST /dashboards': kept,
  'POST /dashboards/automatic': ['not_found', 'dataset_gone', ...answering],
  'GET /dashboards/:id': ['newer_program'],
  'PUT /dashboards/:id': [...kept, 'newer_version'],
  'PATCH /dashboards/:id': ['newer_program', 'text_too_long'],
  'PUT /dashboards/:id/draft': kept,
  'POST /dashboards/:id/copy': kept,
  'GET /dashboards/:id/versions/:number': ['no_such_version', 'newer_program'],
  'POST /dashboards/:id/views': ['name_taken'],
  'PATCH /dashboards/:id/views/:view': ['name_taken'],
  'POST /dashboards/:id/run': [...asked, 'newer_program'],
  'POST /dashboards/:id/rows': [...asked, 'no_rows_behind', 'newer_program'],
  'POST /dashboards/:id/values': [...asked, 'newer_program'],
  'POST /dashboards/:id/exports': [...asked, ...printed, 'newer_program'],
  'GET /dashboards/:id/blocked-parts': ['newer_program'],
  'POST /dashboards/:id/blocked-parts': ['newer_program', 'newer_version', 'dataset_forbidden'],
  'POST /dashboards/:id/shares': ['share_too_many'],
  'POST /shares/open': ['share_gone', 'share_password', 'share_password_wrong', 'too_many_attempts'],
  'POST /shares/read': ['share_gone'],
  'POST /shares/run': [...throughLink, 'cancelled'],
  'POST /shares/values': [...throughLink, 'not_found'],
  'POST /shares/file': [...throughLink, ...printed, 'too_many_files', 'not_found'],
  'POST /shares/live': ['share_gone'],
  'POST /channels': [...outside, ...mailed],
  'PATCH /channels/:id': [...outside, ...mailed, 'channel_of_another'],
  'DELETE /channels/:id': ['channel_of_another'],
  'POST /channels/:id/test': [...outside, ...mailed, 'channel_refused'],
  'POST /alerts': ['not_found', 'forbidden', ...watched],
  'POST /alerts/rehearsal': ['not_found', 'forbidden', ...watched],
  'PUT /alerts/:id': ['forbidden', ...watched],
  'POST /alerts/:id/acknowledge': ['alert_not_firing'],
  'POST /alerts/:id/resolve': ['alert_not_firing'],
  'PUT /alerts/:id/snooze': ['alert_not_firing'],
  'POST /dashboards/:id/reports': ordered,
  'PUT /reports/:id': ordered,
  'POST /reports/:id/test': [...sent, ...ordered, ...printed],
  'POST /reports/:id/retry': [...sent, ...printed],
  'GET /letters/subscription': ['letter_link_dead'],
  'PUT /letters/subscription': ['letter_link_dead'],
  'GET /letters/:token/file': ['letter_link_dead'],
  'POST /backups': ['backup_running', 'backup_incomplete'],
  'POST /backups/:id/file': [...confirmed, 'backup_incomplete'],
};

function byAccess(key: RouteKey, route: Route): ErrorCode[] {
  if (route.access === 'anyone') return methodOf(key) === 'GET' || route.bare || takesKey(key) ? [] : ['key_not_here'];
  return [
    'unauthenticated',
    ...(route.access === 'member' ? [] : ['forbidden' as const]),
    ...(takesKey(key) ? [] : ['key_not_here' as const]),
    ...(takesKey(key) && !isReading(key, route) ? ['key_reads_only' as const] : []),
  ];
}

/** The codes that a route may answer: what follows from its declaration, then its own. Those of `anywhere` come on top. */
export function codesOf(key: RouteKey, route: Route): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...byAccess(key, route),
    ...(methodOf(key) !== 'GET' && !route.bare ? ['xsrf_refused' as const] : []),
    ...(route.needs || pathOf(key).includes(':') ? ['not_found' as const] : []),
    ...(route.needs?.startsWith('edit') ? ['view_only' as const] : []),
    ...(own[key as ApiKey] ?? []),
  ];
  return [...new Set(codes)];
}
