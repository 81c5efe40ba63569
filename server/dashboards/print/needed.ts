import type { Card } from '#contract/dashboard.ts';
import type { NeededHeight } from './draw/board.ts';
import { heightOfText } from './draw/card.ts';
import { loadShown, type Reader, type Shown } from './shown.ts';

/** How high the texts of a tab must be: paper has no bars to scroll with. */
export async function neededHeights(reader: Reader, cards: Card[]): Promise<NeededHeight> {
  const texts = new Map<string, Extract<Shown, { kind: 'text' }>>();
  for (const card of cards) {
    const shown = card.kind === 'text' ? await loadShown(reader, card) : undefined;
    if (shown?.kind === 'text') texts.set(card.id, shown);
  }
  return ({ id }, width) => {
    const shown = texts.get(id);
    return shown ? heightOfText(shown, width, reader.job.look) : 0;
  };
}
