/** Quotes names and texts as standard SQL does. */
export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;
