import { useSearchParams } from 'react-router';

/** The folder for a new application, from the URL; null is the top level. */
export function useNewFolder(): string | null {
  const [search] = useSearchParams();
  return search.get('folder');
}
