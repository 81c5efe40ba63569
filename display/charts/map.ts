import { formatIn, unitFor } from '#display/format/unit.ts';
import { textOn } from './colour.ts';
import { inkOf } from './ink.ts';
import { type ChartPart, partsOf } from './chart-parts.ts';
import type { RenderedChart, DrawInput } from './draw-input.ts';
import { findRegion, type MapKind, regionTitle } from './map-regions.ts';
import { rangeOf, shadeOf, colourScaleFor } from './colour-scale.ts';
import { baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { amountRows } from './tooltips.ts';

type RegionAmount = { region: string; amount: number; base: number | null; row: number | null };

/** The amount of each region, and the parts that are on no region. */
function regionsOf(parts: ChartPart[], kind: MapKind): { regions: RegionAmount[]; unplaced: ChartPart[] } {
  const regions = new Map<string, RegionAmount>();
  const unplaced: ChartPart[] = [];
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

const maxListed = 12;

function unplacedNote(unplaced: ChartPart[], language: DrawInput['look']['language']): string[] {
  if (unplaced.length === 0) return [];
  const texts = chartTexts[language];
  const comma = language === 'zh_CN' ? '、' : ', ';
  const named = unplaced
    .slice(0, maxListed)
    .map(({ name }) => name)
    .join(comma);
  const more = unplaced.length > maxListed ? ` ${texts.andMore(unplaced.length - maxListed)}` : '';
  return [texts.unplaced(named + more)];
}

/** Aspect ratio and ECharts options of each map. */
const shapes: Record<MapKind, { ratio: number; option: object }> = {
  // Coordinates are in degrees; scaling corrects the aspect.
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
const scaleHeight = 26;

/** Centred below the colour scale, as large as fits. */
function shapeFor(kind: MapKind, { width, height }: DrawInput): object {
  const { ratio, option } = shapes[kind];
  const mapHeight = height - scaleHeight;
  return {
    ...option,
    layoutCenter: [width / 2, scaleHeight + mapHeight / 2],
    layoutSize: Math.min(width, mapHeight * ratio),
  };
}

/** Choropleth map. The caller has registered the map under the name of its kind. */
export function drawMap(input: DrawInput): RenderedChart {
  const { look, options } = input;
  const ink = inkOf(look);
  const kind = input.kind as MapKind;
  const { measure, parts } = partsOf(input);
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
    (options.labels === 'auto' && kind === 'china' && input.width >= (look.language === 'zh_CN' ? 520 : 760));
  return {
    option: {
      ...baseOptionOf(input, regions.length),
      visualMap: {
        ...colourScaleFor(input, range, measure.style),
        left: 0,
        right: undefined as never,
      },
      tooltip: tooltipFor(input, 'item', ({ name = '' }) => {
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
          ...shapeFor(kind, input),
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
