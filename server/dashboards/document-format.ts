import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { Problem } from '#contract/errors.ts';

/** A stored document, unless a newer program has written it in an unknown format. */
export function requireReadable(document: Dashboard): Dashboard {
  if (document.format !== 1) throw new Problem('newer_program');
  return document;
}
