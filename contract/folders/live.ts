import { liveEvent } from '#contract/live/event.ts';

/** Live events of folders. */
export const folderEvents = {
  /** A folder was created, renamed or deleted. */
  folder: liveEvent(
    ['folders', 'dashboards', 'applications'],
    (_: { id: string }) => [['folders'], ['dashboards'], ['applications']],
    ({ id }) => ({ to: 'viewers', kind: 'folder', id, deleted: 'everyone' }),
  ),
};
