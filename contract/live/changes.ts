import { accessEvents } from '#contract/access/live.ts';
import { alertEvents } from '#contract/alerts/live.ts';
import { applicationEvents } from '#contract/applications/live.ts';
import { channelEvents } from '#contract/channels/live.ts';
import { dashboardEvents } from '#contract/dashboards/live.ts';
import { datasetEvents } from '#contract/datasets/live.ts';
import { extractEvents } from '#contract/extracts/live.ts';
import { folderEvents } from '#contract/folders/live.ts';
import { freshnessEvents } from '#contract/freshness/live.ts';
import { groupEvents } from '#contract/groups/live.ts';
import { importEvents } from '#contract/imports/live.ts';
import { memberEvents } from '#contract/members/live.ts';
import { notificationEvents } from '#contract/notifications/live.ts';
import { queryEvents } from '#contract/queries/live.ts';
import { reportEvents } from '#contract/reports/live.ts';
import { chartEvents } from '#contract/saved-charts/live.ts';
import { shareEvents } from '#contract/shares/live.ts';
import type { EventAudience, LiveEvent } from './event.ts';

/** Live events of every feature. */
export const liveEvents = {
  ...accessEvents,
  ...alertEvents,
  ...applicationEvents,
  ...channelEvents,
  ...dashboardEvents,
  ...datasetEvents,
  ...extractEvents,
  ...folderEvents,
  ...freshnessEvents,
  ...groupEvents,
  ...importEvents,
  ...memberEvents,
  ...notificationEvents,
  ...queryEvents,
  ...reportEvents,
  ...chartEvents,
  ...shareEvents,
};

type LiveEvents = typeof liveEvents;
type PayloadOf<Event> = Event extends LiveEvent<string, infer Payload> ? Payload : never;

/** Change events for open pages, which then reload what they show of it. */
export type LiveChange = { [Kind in keyof LiveEvents]: { kind: Kind } & PayloadOf<LiveEvents[Kind]> }[keyof LiveEvents];

/** The query keys that a change makes stale. */
export function staleKeysOf(change: LiveChange, viewer: string | undefined): string[][] {
  return (liveEvents[change.kind] as LiveEvent<string, LiveChange>).stale(change, viewer);
}

/** Who receives a change. */
export function audienceOf(change: LiveChange): EventAudience {
  return (liveEvents[change.kind] as LiveEvent<string, LiveChange>).audience(change);
}

/** The first parts of all query keys that changes make stale. */
export const liveRoots: string[] = [
  ...new Set(Object.values(liveEvents).flatMap(({ roots }) => roots as readonly string[])),
];
