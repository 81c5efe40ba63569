import { useSearchParams } from 'react-router';

/** The folder in which a new application is created, of the URL; null is the top level. */
export function useNewFolder(): string | null {
  const [search] = useSearchParams();
  return search.get('folder');
}
