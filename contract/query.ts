/** What a column holds. `time` is a moment, `json` whatever has no columns of its own. */
export const columnTypes = ['text', 'integer', 'number', 'boolean', 'date', 'time', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** One column of a dataset. Its id never changes; its name is today's. */
export type Column = { id: string; name: string; type: ColumnType };

/** A value that a filter or a parameter can have. */
export type Scalar = string | number | boolean | null;
