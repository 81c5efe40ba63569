import type { Language } from '#domain/language.ts';
import { countries, otherNames } from './countries.ts';
import { provinces } from './provinces.ts';

export type MapKind = 'world' | 'china';

/** A map region, the names it is found by, and its title in each language. */
type MapRegion = { region: string; names: string[]; title: Record<Language, string> };

// Normalised name: case, accents, dots and spaces vary.
const normalizeName = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function namesOfProvince({ region, full, latin }: (typeof provinces)[number]): string[] {
  const suffixes = ['', ' Province', ' Municipality', ' City', ' Autonomous Region', ' Sheng', ' Shi', ' SAR'];
  return [
    region,
    full,
    `${region}省`,
    `${region}市`,
    ...latin.flatMap((name) => suffixes.map((suffix) => name + suffix)),
  ];
}

const regionsOfChina = (): MapRegion[] =>
  provinces.map((province) => ({
    region: province.region,
    names: namesOfProvince(province),
    title: { zh_CN: province.region, en_US: province.latin[0]! },
  }));

function regionsOfWorld(): MapRegion[] {
  const [chinese, english] = ['zh-CN', 'en-US'].map((locale) => new Intl.DisplayNames([locale], { type: 'region' }));
  return countries.map(({ code, three, region }) => {
    const title = { zh_CN: chinese!.of(code) ?? region, en_US: english!.of(code) ?? region };
    return { region, names: [code, three, region, title.zh_CN, title.en_US, ...(otherNames[code] ?? [])], title };
  });
}

const regionLists: Record<MapKind, () => MapRegion[]> = { world: regionsOfWorld, china: regionsOfChina };
const regionCache = new Map<MapKind, Map<string, MapRegion>>();

function regionsByName(kind: MapKind): Map<string, MapRegion> {
  const regions =
    regionCache.get(kind) ??
    new Map(regionLists[kind]().flatMap((region) => region.names.map((name) => [normalizeName(name), region])));
  regionCache.set(kind, regions);
  return regions;
}

/** The region a name refers to; undefined if the map has none. */
export const findRegion = (kind: MapKind, name: string): string | undefined =>
  regionsByName(kind).get(normalizeName(name))?.region;

/** Display name of a region. */
export const regionTitle = (kind: MapKind, region: string, language: Language): string =>
  regionsByName(kind).get(normalizeName(region))?.title[language] ?? region;
