/** The help page of each path; the first match wins. */
export const helpPages: [place: RegExp, page: string][] = [
  [/^\/dashboard\/explore\?.*tab=sql/, 'sql'],
  [/^\/dashboard\/explore/, 'explore'],
  [/^\/dashboard\/[\w-]{36}\?.*mode=edit/, 'building'],
  [/^\/dashboard\/alerts/, 'alerts'],
  [/^\/dashboard\/reports/, 'reports'],
  [/^\/dashboard/, 'dashboards'],
  [/^\/application\/[^/]+\/(keys|setup)/, 'push'],
  [/^\/application/, 'data'],
  [/^\/account\/links/, 'sharing'],
  [/^\/account\/(members|audit|storage)/, 'administration'],
  [/^\/account\/(notifications|channels)/, 'alerts'],
  [/^\/account/, 'accounts'],
];

/** The help page for a path. */
export const helpFor = (address: string): string => {
  const page = helpPages.find(([place]) => place.test(address))?.[1];
  return page ? `/help/${page}` : '/help';
};
