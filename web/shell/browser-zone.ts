let zone: string | undefined;

/** The time zone of the browser. The first call is slow: it loads what the browser knows of languages and zones. */
export const browserZone = (): string => (zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);
