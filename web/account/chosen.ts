import { useSearchParams } from 'react-router';

/** What a list is filtered by lives in the address, under names of its own. */
export function useChosen<Name extends string>(names: readonly Name[]) {
  type Chosen = Partial<Record<Name, string>>;
  const [params, setParams] = useSearchParams();
  const chosen = Object.fromEntries(
    [...params].filter(([name]) => (names as readonly string[]).includes(name)),
  ) as Chosen;
  const choose = (next: Chosen) =>
    setParams(
      Object.fromEntries(
        Object.entries<string | undefined>({ ...chosen, ...next }).filter(([, value]) => value),
      ) as Record<string, string>,
      { replace: true },
    );
  return { chosen, choose };
}
