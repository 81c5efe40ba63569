import { formatIn, unitFor } from '#display/format/unit.ts';
import { textOn } from './colour.ts';
import { inkOf } from './ink.ts';
import { type Part, partsOf } from './parts.ts';
import type { Drawn, Picture } from './picture.ts';
import { findRegion, type MapKind, regionTitle } from './places.ts';
import { rangeOf, shadeOf, shadesFor } from './shades.ts';
import { stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { amountRows } from './tips.ts';

type Region = { region: string; amount: number; base: number | null; row: number | null };

/** The amount of each region, and the parts that are nowhere on the map. */
function regionsOf(parts: Part[], kind: MapKind): { regions: Region[]; unplaced: Part[] } {
  const regions = new Map<string, Region>();
  const unplaced: Part[] = [];
  for (const part of parts) {
    const name = typeof part.value === 'string' ? findRegion(kind, part.value) : undefined;
    if (!name) {
      unplaced.push(part);
      continue;
    }
    const region = regions.get(name) ?? { region: name, amount: 0, base: null, row: part.row };
    region.amount += part.amount;
    if (part.base !== null) region.base = (region.base ?? 0) + part.base;
    regions.set(name, region);
  }
  return { regions: [...regions.values()], unplaced };
}

const mostNamed = 12;

function unplacedNote(unplaced: Part[], language: Picture['look']['language']): string[] {
  if (unplaced.length === 0) return [];
  const say = chartTexts[language];
  const comma = language === 'zh_CN' ? '、' : ', ';
  const named = unplaced
    .slice(0, mostNamed)
    .map(({ name }) => name)
    .join(comma);
  const more = unplaced.length > mostNamed ? ` ${say.andMore(unplaced.length - mostNamed)}` : '';
  return [say.unplaced(named + more)];
}

/** How wide a map is for its height, and how much of its degrees is drawn. */
const shapes: Record<MapKind, { ratio: number; option: object }> = {
  // The maps are by degrees; squeezed a little, they look as people know them.
  china: { ratio: 1.28, option: { aspectScale: 0.76 } },
  world: {
    ratio: 1.95,
    option: {
      aspectScale: 0.78,
      boundingCoords: [
        [-170, 82],
        [180, -56],
      ],
    },
  },
};
const strip = 26;

/** In the middle of the room below the strip, as large as it can be. */
function shapeFor(kind: MapKind, { width, height }: Picture): object {
  const { ratio, option } = shapes[kind];
  const room = height - strip;
  return { ...option, layoutCenter: [width / 2, strip + room / 2], layoutSize: Math.min(width, room * ratio) };
}

/** Regions of a map in shades of their numbers. Whoever draws has registered the map under the name of its kind. */
export function drawMap(picture: Picture): Drawn {
  const { look, options } = picture;
  const ink = inkOf(look);
  const kind = picture.kind as MapKind;
  const { measure, parts } = partsOf(picture);
  const { regions, unplaced } = regionsOf(parts, kind);
  const byName = new Map(regions.map((region) => [region.region, region]));
  const unit = unitFor(
    regions.map(({ amount }) => amount),
    measure.style,
    look,
  );
  const range = rangeOf(regions.map(({ amount }) => amount));
  const isNamed =
    options.labels === 'on' ||
    (options.labels === 'auto' && kind === 'china' && picture.width >= (look.language === 'zh_CN' ? 520 : 760));
  return {
    option: {
      ...stageOf(picture, regions.length),
      visualMap: {
        ...shadesFor(picture, range, measure.style),
        left: 0,
        right: undefined as never,
      },
      tooltip: tooltipFor(picture, 'item', ({ name = '' }) => {
        if (!name) return null;
        const { amount: value = null, base = null } = byName.get(name) ?? {};
        return {
          title: regionTitle(kind, name, look.language),
          rows: amountRows(measure, { colour: null, value, base }, look),
        };
      }),
      series: [
        {
          type: 'map',
          map: kind,
          ...shapeFor(kind, picture),
          data: regions.map(({ region, amount, row }) => ({
            name: region,
            value: amount,
            row,
            label: { color: textOn(shadeOf(amount, range, look.theme)) },
          })),
          selectedMode: false,
          itemStyle: { areaColor: ink.empty, borderColor: ink.surface, borderWidth: kind === 'china' ? 0.8 : 0.5 },
          label: {
            show: isNamed,
            color: ink.text,
            fontSize: 10,
            formatter: ({ name }: { name: string }) =>
              byName.has(name)
                ? options.labels === 'on'
                  ? `${regionTitle(kind, name, look.language)}\n${formatIn(unit, byName.get(name)!.amount)}`
                  : regionTitle(kind, name, look.language)
                : '',
          },
          labelLayout: { hideOverlap: true },
          emphasis: {
            itemStyle: { areaColor: undefined as never, borderColor: ink.text, borderWidth: 1 },
            label: { show: isNamed, color: ink.text },
          },
        },
      ],
    },
    rows: [regions.map(({ row }) => row)],
    notes: unplacedNote(unplaced, look.language),
  };
}
