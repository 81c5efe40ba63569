import type { Language } from '#contract/language.ts';
import { countries, otherNames } from './countries.ts';
import { provinces } from './provinces.ts';

export type MapKind = 'world' | 'china';

/** A region of a map under all the names that it goes by; and what each language calls it. */
type Place = { region: string; names: string[]; title: Record<Language, string> };

// The letters and signs alone: case, accents, dots and spaces are written in many ways.
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function namesOfProvince({ region, full, latin }: (typeof provinces)[number]): string[] {
  const ends = ['', ' Province', ' Municipality', ' City', ' Autonomous Region', ' Sheng', ' Shi', ' SAR'];
  return [region, full, `${region}省`, `${region}市`, ...latin.flatMap((name) => ends.map((end) => name + end))];
}

const placesOfChina = (): Place[] =>
  provinces.map((province) => ({
    region: province.region,
    names: namesOfProvince(province),
    title: { zh_CN: province.region, en_US: province.latin[0]! },
  }));

function placesOfWorld(): Place[] {
  const [chinese, english] = ['zh-CN', 'en-US'].map((locale) => new Intl.DisplayNames([locale], { type: 'region' }));
  return countries.map(({ code, three, region }) => {
    const title = { zh_CN: chinese!.of(code) ?? region, en_US: english!.of(code) ?? region };
    return { region, names: [code, three, region, title.zh_CN, title.en_US, ...(otherNames[code] ?? [])], title };
  });
}

const lists: Record<MapKind, () => Place[]> = { world: placesOfWorld, china: placesOfChina };
const known = new Map<MapKind, Map<string, Place>>();

function placesOf(kind: MapKind): Map<string, Place> {
  const places =
    known.get(kind) ?? new Map(lists[kind]().flatMap((place) => place.names.map((name) => [plain(name), place])));
  known.set(kind, places);
  return places;
}

/** The region that a name means; undefined if the map has none. */
export const findRegion = (kind: MapKind, name: string): string | undefined => placesOf(kind).get(plain(name))?.region;

/** What people call a region of the map. */
export const regionTitle = (kind: MapKind, region: string, language: Language): string =>
  placesOf(kind).get(plain(region))?.title[language] ?? region;
