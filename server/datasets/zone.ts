/** The zone if there is one of this name, else UTC. Asked of the calendar itself: its list leaves some names out. */
export function zoneOf(name: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
