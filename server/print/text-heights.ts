import type { Card } from '#domain/dashboard/dashboard.ts';
import type { MinHeightOf } from './draw/bands.ts';
import { heightOfText } from './draw/card.ts';
import { loadPrintCard, type JobReader, type PrintCard } from './print-card.ts';

/** The full heights of the texts of a tab, because paper cannot scroll. */
export async function loadTextHeights(reader: JobReader, cards: Card[]): Promise<MinHeightOf> {
  const texts = new Map<string, Extract<PrintCard, { kind: 'text' }>>();
  for (const card of cards) {
    const textCard = card.kind === 'text' ? await loadPrintCard(reader, card) : undefined;
    if (textCard?.kind === 'text') texts.set(card.id, textCard);
  }
  return ({ id }, width) => {
    const textCard = texts.get(id);
    return textCard ? heightOfText(textCard, width, reader.job.look) : 0;
  };
}
