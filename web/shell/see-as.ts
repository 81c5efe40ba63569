const name = 'web.seeAs';

/** The member whose view this tab shows: a pass for the server, and the name of the member. */
type SeeAs = { pass: string; name: string };

/** The view of another member in this tab; undefined if the tab shows the signed-in member's own view. */
export function readSeeAs(): SeeAs | undefined {
  const text = window.sessionStorage.getItem(name);
  return text === null ? undefined : (JSON.parse(text) as SeeAs);
}

/** Reloads the page, so that no data of one view stays in the other. */
export function enterSeeAs(seeAs: SeeAs, to: string): void {
  window.sessionStorage.setItem(name, JSON.stringify(seeAs));
  window.location.assign(to);
}

export function clearSeeAs(): void {
  window.sessionStorage.removeItem(name);
}

export function exitSeeAs(): void {
  clearSeeAs();
  window.location.reload();
}
