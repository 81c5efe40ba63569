import type { Dashboard } from '#contract/dashboard.ts';
import { Problem } from '#contract/errors.ts';

/** A stored document, unless a newer program has written it in a form that this one does not know. */
export function readable(document: Dashboard): Dashboard {
  if (document.format !== 1) throw new Problem('newer_program');
  return document;
}
