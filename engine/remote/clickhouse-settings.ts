/** Settings of a query, by name. */
type QuerySettings = Record<string, string | number>;

/** What an account may set: the names, and its upper bound of the time limit. */
export type AllowedSettings = { names: Set<string>; maxSeconds: number };

/** What the server tells of a setting. */
export type SettingRow = { name: string; value: string; readonly: string; max: string | null };

/** Marks the queries of this product in the log of the server. */
export const logComment = 'Shuju';

const settings = {
  readonly: 1,
  log_comment: logComment,
  // A query that only reads ends with its request, even where the account may not kill queries.
  cancel_http_readonly_queries_on_client_close: 1,
  timeout_overflow_mode: 'throw',
  // With an offset: the repeated hour of a clock change has two instants.
  date_time_output_format: 'iso',
  output_format_json_quote_64bit_integers: 0,
  output_format_json_escape_forward_slashes: 0,
};

export const settingNames = [...Object.keys(settings), 'max_execution_time'];

/** The settings of a query with this time limit; without `allowed`, all of them. */
export function settingsOf(seconds: number, allowed: AllowedSettings | null): QuerySettings {
  const all: QuerySettings = { ...settings, max_execution_time: Math.min(seconds, allowed?.maxSeconds ?? Infinity) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => allowed?.names.has(name) ?? true));
}

// A setting that is not to be changed in read-only mode, or not at all, or not to this value; one that is unknown.
const settingErrors = new Set(['164', '452', '115']);

/** Whether an error may be about settings: the same codes are also about what the query itself does. */
export const isSettingError = (error: unknown) => settingErrors.has(String((error as { code?: unknown }).code));

/**
 * What an account may set. An account with `readonly = 1` in its profile may set nothing. Then there is no time limit
 * on the server, so that the client kills the query instead; a query is not cancelled when its request closes; and of
 * the hour that clocks repeat, both instants become the second.
 */
export function allowedSettingsOf(rows: SettingRow[]): AllowedSettings {
  const changeable = rows.filter(({ readonly }) => readonly === '0');
  const names = new Set(changeable.map(({ name }) => name));
  const isReadOnly = rows.some(({ name, value }) => name === 'readonly' && value !== '0');
  if (!names.has('readonly') && !isReadOnly) throw new Error('This account can write, and may not set readonly.');
  const max = changeable.find(({ name }) => name === 'max_execution_time')?.max;
  return { names, maxSeconds: max ? Number(max) : Infinity };
}
