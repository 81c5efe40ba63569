/** Settings of a query, by name. */
type QuerySettings = Record<string, string | number>;

/** The settings that an account may change: their names, and the maximum of its time limit. */
export type AllowedSettings = { names: Set<string>; maxSeconds: number };

/** A row of `system.settings`. */
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

// Not changeable in read-only mode, not changeable at all or to this value, unknown.
const settingErrors = new Set(['164', '452', '115']);

/** Whether an error may be about settings: the same codes may concern the query itself. */
export const isSettingError = (error: unknown) => settingErrors.has(String((error as { code?: unknown }).code));

/**
 * The settings that an account may change. An account with `readonly = 1` in its profile may change none. Then there is
 * no time limit on the server, so that the client kills the query instead; a query is not cancelled when its request
 * closes; and times in the hour that a clock change repeats are read as those of its second occurrence.
 */
export function allowedSettingsOf(rows: SettingRow[]): AllowedSettings {
  const changeable = rows.filter(({ readonly }) => readonly === '0');
  const names = new Set(changeable.map(({ name }) => name));
  const isReadOnly = rows.some(({ name, value }) => name === 'readonly' && value !== '0');
  if (!names.has('readonly') && !isReadOnly) throw new Error('This account can write, and may not set readonly.');
  const max = changeable.find(({ name }) => name === 'max_execution_time')?.max;
  return { names, maxSeconds: max ? Number(max) : Infinity };
}
