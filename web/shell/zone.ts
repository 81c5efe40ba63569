/** The zone that this browser keeps its time in. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
