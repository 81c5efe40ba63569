import type { DashboardServices } from '#server/dashboards/dashboard-loads.ts';
import type { ChangeFeed } from '#server/live/changes.ts';

export type AlertServices = DashboardServices & { changes: ChangeFeed };
