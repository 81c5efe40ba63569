import type { ApiKey } from './api.ts';
import type { ErrorCode } from './errors.ts';
import { isReadRoute, takesKey } from './accounts/keys.ts';
import { methodOf, pathOf, type Route, type RouteKey } from './route.ts';
import { sqlErrors } from './queries/sql-errors.ts';

/** Error codes that every route may return. */
export const commonErrors: ErrorCode[] = [
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

const executionErrors: ErrorCode[] = [
  'too_many_waiting',
  'query_timeout',
  'query_too_large',
  'answer_too_large',
  'query_failed',
  'query_crashed',
  'disk_full',
  'cancelled',
];
const formulaErrors: ErrorCode[] = [
  'column_unknown',
  'column_not_number',
  'formula_not_number',
  'percentile_unsupported',
];
const structuredQueryErrors: ErrorCode[] = [
  ...formulaErrors,
  'dataset_gone',
  'column_not_time',
  'value_misfit',
  'query_part_unknown',
  'top_compared',
  'too_many_days',
];
const sqlQueryErrors: ErrorCode[] = [...(Object.keys(sqlErrors) as (keyof typeof sqlErrors)[]), 'dataset_forbidden'];
/** Errors of any query, structured or SQL. */
const queryErrors: ErrorCode[] = [...structuredQueryErrors, ...sqlQueryErrors, ...executionErrors];

/** Errors of data addresses. */
const dataAddressErrors: ErrorCode[] = [
  ...queryErrors,
  'key_edits_in_address',
  'filter_column_unknown',
  'filter_column_misspelt',
  'filter_value_invalid',
  'export_too_large',
  'no_such_version',
];

const dashboardErrors: ErrorCode[] = ['newer_program', 'too_many_cards', 'text_too_long', 'sql_too_long'];
const fileErrors: ErrorCode[] = [
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
const egressErrors: ErrorCode[] = [
  'address_malformed',
  'address_inside',
  'host_unknown',
  'host_unreachable',
  'host_silent',
  'host_redirects',
  'host_too_much',
];
const mailErrors: ErrorCode[] = ['mail_missing', 'mail_failed'];
const passwordErrors: ErrorCode[] = ['wrong_password', 'too_many_attempts'];
const alertErrors: ErrorCode[] = [
  ...queryErrors,
  'alert_nobody',
  'alert_column_gone',
  'alert_column_misfit',
  'alert_too_many_rows',
  'alert_sql_closed',
];
const reportErrors: ErrorCode[] = [
  'mail_missing',
  'report_nobody',
  'report_to_others',
  'report_addresses_closed',
  'report_recipient_unknown',
];
const reportDeliveryErrors: ErrorCode[] = [
  'mail_missing',
  'mail_failed',
  'report_nobody',
  'report_dashboard_gone',
  'report_unseen',
];
const printErrors: ErrorCode[] = ['export_too_large', 'picture_too_tall', 'cancelled', 'too_many_waiting'];
const shareLinkErrors: ErrorCode[] = [
  'share_gone',
  'share_card',
  'publisher_forbidden',
  'value_misfit',
  'query_timeout',
  'answer_too_large',
  'too_many_waiting',
];

/** Errors of each route beyond those that follow from its access, its path and its ids. */
const errorsByRoute: Partial<Record<ApiKey, ErrorCode[]>> = {
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
  'POST /me/password': passwordErrors,
  'POST /me/two-step': [...passwordErrors, 'two_step_on'],
  'POST /me/two-step/confirm': ['wrong_code', 'two_step_on', 'too_many_attempts'],
  'POST /me/two-step/codes': [...passwordErrors, 'two_step_off'],
  'POST /me/two-step/off': [...passwordErrors, 'two_step_off'],
  'DELETE /me/providers/:id': ['only_way_in'],
  'PUT /me/avatar': ['picture_unreadable', 'picture_moves', 'picture_too_large'],
  'POST /me/passkeys/begin': [...passwordErrors, 'passkeys_full', 'passkeys_unavailable'],
  'POST /me/passkeys': ['passkey_refused', 'passkeys_unavailable'],
  'DELETE /me/passkeys/:id': ['only_way_in'],
  'POST /me/keys': [...passwordErrors, 'keys_full'],
  'POST /invitations': ['email_taken', ...mailErrors],
  'PATCH /members/:id': ['last_owner', 'own_account'],
  'POST /members/:id/disable': ['last_owner', 'own_account'],
  'POST /members/:id/transfer': ['own_account'],
  'DELETE /members/:id': ['last_owner', 'own_account'],
  'POST /installation/mail-test': mailErrors,
  'PUT /dashboards/:id/access': ['viewer_cannot_edit'],
  'PUT /applications/:id/access': ['viewer_cannot_edit'],
  'POST /sample': ['interrupted'],
  'PATCH /datasets/:id': ['name_taken'],
  'PATCH /datasets/:id/columns/:column': ['type_does_not_fit', ...executionErrors],
  'POST /datasets/:id/restore': ['name_taken'],
  'POST /applications/:id/restore': ['name_taken'],
  'POST /datasets/:id/rows': ['no_such_version', 'column_unknown', 'value_misfit', ...executionErrors],
  'GET /datasets/:id/profile': ['no_such_version', ...executionErrors],
  'POST /datasets/:id/versions/:number/restore': ['no_such_version'],
  'POST /datasets/:id/rejects/load': [...fileErrors, ...executionErrors, 'columns_clash', 'too_many_rejects'],
  'POST /datasets/:id/metrics': [...formulaErrors, 'metric_nested', 'name_taken', 'query_part_unknown', 'value_misfit'],
  'PUT /datasets/:id/metrics/:metric': [
    ...formulaErrors,
    'metric_nested',
    'name_taken',
    'query_part_unknown',
    'value_misfit',
  ],
  'POST /datasets/:id/uses/test': ['dataset_gone', 'hidden_use_breaks', 'use_unchecked'],
  'POST /uploads': ['file_too_large'],
  'PUT /uploads/:id/content': [...fileErrors, 'upload_incomplete', 'upload_not_ready', 'cancelled'],
  'PUT /uploads/:id/reading': [...fileErrors, 'upload_not_ready', 'cancelled'],
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
  'POST /queries': [...queryErrors, 'forbidden', 'no_such_version'],
  'POST /queries/rows': [...queryErrors, 'forbidden', 'no_rows_behind', 'no_such_version'],
  'POST /exports': [...queryErrors, 'forbidden', 'export_too_large', 'no_such_version'],
  'GET /exports/:id': ['export_gone'],
  'GET /data/datasets/:id.:format': dataAddressErrors,
  'GET /data/charts/:id.:format': [...dataAddressErrors, 'forbidden'],
  'GET /data/dashboards/:id/cards/:card.:format': [...dataAddressErrors, 'newer_program'],
  'POST /charts': ['sql_too_long'],
  'PATCH /charts/:id': ['sql_too_long'],
  'POST /dashboards': dashboardErrors,
  'POST /dashboards/automatic': ['not_found', 'dataset_gone', ...executionErrors],
  'GET /dashboards/:id': ['newer_program'],
  'PUT /dashboards/:id': [...dashboardErrors, 'newer_version'],
  'PATCH /dashboards/:id': ['newer_program', 'text_too_long'],
  'PUT /dashboards/:id/draft': dashboardErrors,
  'POST /dashboards/:id/copy': dashboardErrors,
  'GET /dashboards/:id/versions/:number': ['no_such_version', 'newer_program'],
  'POST /dashboards/:id/views': ['name_taken'],
  'PATCH /dashboards/:id/views/:view': ['name_taken'],
  'POST /dashboards/:id/run': [...queryErrors, 'newer_program'],
  'POST /dashboards/:id/rows': [...queryErrors, 'no_rows_behind', 'newer_program'],
  'POST /dashboards/:id/values': [...queryErrors, 'newer_program'],
  'POST /dashboards/:id/exports': [...queryErrors, ...printErrors, 'newer_program'],
  'GET /dashboards/:id/blocked-parts': ['newer_program'],
  'POST /dashboards/:id/blocked-parts': ['newer_program', 'newer_version', 'dataset_forbidden'],
  'POST /dashboards/:id/shares': ['share_too_many'],
  'POST /shares/open': ['share_gone', 'share_password', 'share_password_wrong', 'too_many_attempts'],
  'POST /shares/read': ['share_gone'],
  'POST /shares/run': [...shareLinkErrors, 'cancelled'],
  'POST /shares/values': [...shareLinkErrors, 'not_found'],
  'POST /shares/file': [...shareLinkErrors, ...printErrors, 'too_many_files', 'not_found'],
  'POST /shares/live': ['share_gone'],
  'POST /channels': [...egressErrors, ...mailErrors],
  'PATCH /channels/:id': [...egressErrors, ...mailErrors, 'channel_of_another'],
  'DELETE /channels/:id': ['channel_of_another'],
  'POST /channels/:id/test': [...egressErrors, ...mailErrors, 'channel_refused'],
  'POST /alerts': ['not_found', 'forbidden', ...alertErrors],
  'POST /alerts/rehearsal': ['not_found', 'forbidden', ...alertErrors],
  'PUT /alerts/:id': ['forbidden', ...alertErrors],
  'POST /alerts/:id/acknowledge': ['alert_not_firing'],
  'POST /alerts/:id/resolve': ['alert_not_firing'],
  'PUT /alerts/:id/snooze': ['alert_not_firing'],
  'POST /dashboards/:id/reports': reportErrors,
  'PUT /reports/:id': reportErrors,
  'POST /reports/:id/test': [...reportDeliveryErrors, ...reportErrors, ...printErrors],
  'POST /reports/:id/retry': [...reportDeliveryErrors, ...printErrors],
  'GET /letters/subscription': ['letter_link_dead'],
  'PUT /letters/subscription': ['letter_link_dead'],
  'GET /letters/:token/file': ['letter_link_dead'],
  'POST /backups': ['backup_running', 'backup_incomplete'],
  'POST /backups/:id/file': [...passwordErrors, 'backup_incomplete'],
};

function errorsOfAccess(key: RouteKey, route: Route): ErrorCode[] {
  if (route.access === 'anyone') return methodOf(key) === 'GET' || route.bare || takesKey(key) ? [] : ['key_not_here'];
  return [
    'unauthenticated',
    ...(route.access === 'member' ? [] : ['forbidden' as const]),
    ...(takesKey(key) ? [] : ['key_not_here' as const]),
    ...(takesKey(key) && !isReadRoute(key, route) ? ['key_reads_only' as const] : []),
  ];
}

/**
 * Error codes that a route may return: those that follow from its declaration, then its own. `commonErrors` come on
 * top.
 */
export function codesOf(key: RouteKey, route: Route): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...errorsOfAccess(key, route),
    ...(methodOf(key) !== 'GET' && !route.bare ? ['xsrf_refused' as const] : []),
    ...(route.needs || pathOf(key).includes(':') ? ['not_found' as const] : []),
    ...(route.needs?.startsWith('edit') ? ['view_only' as const] : []),
    ...(errorsByRoute[key as ApiKey] ?? []),
  ];
  return [...new Set(codes)];
}
