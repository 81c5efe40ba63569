/** How an act ended: `begun` if the server stopped before it could say. */
export const outcomes = ['done', 'refused', 'failed', 'begun'] as const;
export type Outcome = (typeof outcomes)[number];

/** For how many days the audit log can be kept. */
export const auditDays = [30, 90, 180, 365, 730, 1825] as const;
