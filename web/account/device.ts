const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['MicroMessenger', 'WeChat'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** The common names of the browser and system of a user agent; the start of the user agent if it is not a browser. */
export function deviceOf(userAgent: string): string {
  const browser = browsers.find(([token]) => userAgent.includes(token))?.[1];
  const system = systems.find(([token]) => userAgent.includes(token))?.[1];
  return browser ? [browser, system].filter(Boolean).join(' · ') : userAgent.slice(0, 40) || '-';
}
