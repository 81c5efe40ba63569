import type { ReadingsOf } from '#domain/text/text-match.ts';

const isHan = /[\u3400-\u9fff]/;

/** Pinyin readings of Chinese text. The dictionary is loaded at the first search. */
export async function loadReadings(): Promise<ReadingsOf> {
  const { pinyin, polyphonic } = await import('pinyin-pro');
  const options = { toneType: 'none', type: 'array', v: true } as const;
  const possible = new Map<string, string[]>();
  const possibleOf = (character: string) => {
    const readings = possible.get(character) ?? polyphonic(character, options)[0]!;
    possible.set(character, readings);
    return readings;
  };
  return (text) => {
    if (!isHan.test(text)) return [];
    const spoken = pinyin(text, options);
    // One reading per character, but positions of marks are in UTF-16 units, and some characters have two of them.
    return Array.from(text).flatMap((character, at) => {
      if (!isHan.test(character)) return Array.from({ length: character.length }, () => undefined);
      return [[...new Set([spoken[at]!, ...possibleOf(character)])]];
    });
  };
}
