// Apart from instance.ts: the server writes SQL but must not load DuckDB.

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;
