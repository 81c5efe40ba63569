import type { Services as LookServices } from '#server/dashboards/looking.ts';
import type { Changes } from '#server/live/changes.ts';

export type Services = LookServices & { changes: Changes };
