const name = 'web.seeAs';

/** Whose view this tab shows: a pass for the server, and the name of the member. */
type SeeAs = { pass: string; name: string };

/** The view of another member in this tab; undefined if it shows one's own. */
export function readSeeAs(): SeeAs | undefined {
  const text = window.sessionStorage.getItem(name);
  return text === null ? undefined : (JSON.parse(text) as SeeAs);
}

/** Loads the page again, because nothing of one view may stay in the other. */
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
