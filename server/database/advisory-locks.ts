/**
 * The numbers of PostgreSQL's advisory locks. They are unique: two actions with the same number would wait for each
 * other. All servers of an installation must agree on them, also during an upgrade.
 */
export const advisoryLocks = {
  /** One server migrates at a time. */
  migrate: 7_385_238,
  /** One server uses a database whose rows are in its files. */
  database: 7_385_239,
  /** The owners of an installation change one at a time. */
  owners: 7_385_240,
  /** The sample is loaded once. */
  sample: 7_385_241,
  /** One server seals the pushes of an application at a time. */
  seal: 7_385_242,
  /** Folders are moved, deleted and filled one at a time. */
  folders: 7_385_243,
} as const;
