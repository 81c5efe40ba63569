import { call } from '#web/http/client.ts';
import { enterSeeAs } from '#web/shell/see-as.ts';

/** Opens a page as another member sees it, until "See as…" is ended. */
export async function startSeeAs(member: string, to: string): Promise<void> {
  enterSeeAs(await call('POST /members/:id/see-as', { id: member }), to);
}
