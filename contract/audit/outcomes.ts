/** Outcome of an audited action: `begun` if the server stopped before it ended. */
export const auditOutcomes = ['done', 'refused', 'failed', 'begun'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Choices for the retention of the audit log, in days. */
export const auditRetentionDays = [30, 90, 180, 365, 730, 1825] as const;
