import type { SearchResult } from '#contract/search/routes.ts';
import { type Person, rightIn } from '#server/access/audience.ts';
import { chainOf, folderAudienceOf, loadFolderChains } from '#server/access/folder-tree.ts';
import type { Queryable } from '#server/database/open.ts';

/** Adds their location to folder results: the names of the parent folders that the member may see. */
export async function addFolderPlaces(db: Queryable, person: Person, results: SearchResult[]): Promise<SearchResult[]> {
  const tree = await loadFolderChains(
    db,
    results.map(({ kind, id }) => (kind === 'folder' ? id : null)),
  );
  const placeOf = (id: string) =>
    chainOf(tree, id)
      .slice(1)
      .filter((above) => rightIn(folderAudienceOf(tree, above.id)!, person))
      .map(({ name }) => name)
      .toReversed()
      .join(' / ');
  return results.map((result) => (result.kind === 'folder' ? { ...result, place: placeOf(result.id) } : result));
}
