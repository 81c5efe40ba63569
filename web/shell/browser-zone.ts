let zone: string | undefined;

/** The time zone of the browser. The first call is slow: it loads the locale and time zone data of the browser. */
export const browserZone = (): string => (zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);
