/** Zones come from a list; whatever is not in it is read as UTC. */
export const zoneOf = (zone: string) => (Intl.supportedValuesOf('timeZone').includes(zone) ? zone : 'UTC');
