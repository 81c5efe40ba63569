import { useSearchParams } from 'react-router';

/** The filter of a list, kept in the URL parameters with these names. */
export function useUrlFilter<Name extends string>(names: readonly Name[]) {
  type UrlFilter = Partial<Record<Name, string>>;
  const [params, setParams] = useSearchParams();
  const chosen = Object.fromEntries(
    [...params].filter(([name]) => (names as readonly string[]).includes(name)),
  ) as UrlFilter;
  const choose = (next: UrlFilter) =>
    setParams(
      Object.fromEntries(
        Object.entries<string | undefined>({ ...chosen, ...next }).filter(([, value]) => value),
      ) as Record<string, string>,
      { replace: true },
    );
  return { chosen, choose };
}
