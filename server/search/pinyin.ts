import type { ReadingsOf } from '#contract/match.ts';

const isHan = /[\u3400-\u9fff]/;

/** How Chinese sounds. Its dictionary is loaded with whoever searches first. */
export async function loadReadings(): Promise<ReadingsOf> {
  const { pinyin, polyphonic } = await import('pinyin-pro');
  const options = { toneType: 'none', type: 'array', v: true } as const;
  const possible = new Map<string, string[]>();
  const possibleOf = (character: string) => {
    const known = possible.get(character) ?? polyphonic(character, options)[0]!;
    possible.set(character, known);
    return known;
  };
  return (text) => {
    if (!isHan.test(text)) return [];
    const spoken = pinyin(text, options);
    // A reading a character, but marks are counted in units of UTF-16, of which some characters have two.
    return Array.from(text).flatMap((character, at) => {
      if (!isHan.test(character)) return Array.from({ length: character.length }, () => undefined);
      return [[...new Set([spoken[at]!, ...possibleOf(character)])]];
    });
  };
}
