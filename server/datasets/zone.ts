/** The time zone of this name, else UTC. It is passed to Intl, because Intl's list of zones is incomplete. */
export function zoneOf(name: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // Intl throws for a zone it does not support.
    return 'UTC';
  }
}
