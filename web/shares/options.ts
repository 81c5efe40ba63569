import type { ApiInput } from '#contract/api.ts';
import type { DashboardState } from '#domain/dashboard/dashboard.ts';
import { type Share, shareDays, type ShareStart, siteOf } from '#contract/shares/routes.ts';

/** No expiry: a form value cannot be null. */
export const never = 0;
/** The current expiry of the link. */
export const unchanged = -1;
/** The value of the time range among the control ids. */
export const timeChoice = '';

export type ShareFormValues = {
  name: string;
  password: string;
  days: number;
  maxViews: number | null;
  controls: string[];
  download: boolean;
  sites: string;
};

/** By default everything is fixed as it is set now. */
export const plainOptions: ShareFormValues = {
  name: '',
  password: '',
  days: never,
  maxViews: null,
  controls: [],
  download: false,
  sites: '',
};

const sitesOf = (text: string): string[] => text.split(/[\s,，;；]+/).filter(Boolean);
export const isSiteList = (text: string): boolean => sitesOf(text).every((site) => siteOf(site) !== undefined);

const daysOf = ({ days }: ShareFormValues) => shareDays.find((each) => each === days) ?? null;

/** Request body for a new link with the current dashboard state. */
export const inputOf = (
  options: ShareFormValues,
  { time, values }: DashboardState,
  zone: string,
): Omit<ApiInput<'POST /dashboards/:id/shares'>, 'id'> => ({
  ...rulesOf(options),
  password: options.password || null,
  days: daysOf(options),
  start: { time, values },
  zone,
});

export type ShareEditValues = ShareFormValues & { isUnlocked: boolean };

/** Form values of an existing link. */
export const optionsOf = ({ name, maxViews, expiresAt, allows, sites }: Share): ShareEditValues => ({
  name,
  password: '',
  isUnlocked: false,
  days: expiresAt ? unchanged : never,
  maxViews,
  controls: [...(allows.time ? [timeChoice] : []), ...allows.controls],
  download: allows.download,
  sites: sites.join('\n'),
});

/** Request body for an edited link; password and expiry only if changed. */
export function updateInputOf(options: ShareEditValues, start: ShareStart): Omit<ApiInput<'PATCH /shares/:id'>, 'id'> {
  const { password, isUnlocked, days } = options;
  return {
    ...rulesOf(options),
    start,
    ...((isUnlocked || password) && { password: isUnlocked ? null : password }),
    ...(days !== unchanged && { days: daysOf(options) }),
  };
}

function rulesOf({ name, maxViews, controls, download, sites }: ShareFormValues) {
  return {
    name,
    maxViews,
    allows: {
      time: controls.includes(timeChoice),
      controls: controls.filter((id) => id !== timeChoice),
      download,
    },
    sites: sitesOf(sites),
  };
}
