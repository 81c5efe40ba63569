/** The time zone of this name, else UTC. Asks Intl itself, because its list of zones is incomplete. */
export function zoneOf(name: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // Intl throws for a zone it does not support.
    return 'UTC';
  }
}
