import type { NumberStyle } from '#domain/query/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatExact } from '#display/format/exact.ts';
import type { Look } from '#display/frame.ts';
import { colourKeyOf, dimensionsOf, isRest, measuresOf, rowCountOf } from './frame-columns.ts';
import { inkOf } from './ink.ts';
import { clip } from './text-width.ts';
import { colourAt, coloursOf } from './palette.ts';
import type { RenderedChart, DrawInput, TipRow } from './draw-input.ts';
import { itemName, layOut } from './series-layout.ts';
import { legendFor, legendHeight, baseOptionOf, tooltipFor } from './chart-base.ts';
import { chartTexts } from './chart-texts.ts';
import { ticksFor } from './ticks.ts';
import { changeOf } from './tooltips.ts';

type Spoke = { name: string; max: number; min: number };
type RadarTipValue = Pick<TipRow, 'value' | 'change'> & { base: string | null };
type RadarShape = {
  name: string;
  colour: string;
  amounts: (number | null)[];
  tipValues: RadarTipValue[];
  row: number | null;
};
type RadarData = { spokes: Spoke[]; shapes: RadarShape[]; notes: string[] };

const tipValueOf = (value: unknown, base: unknown, style: NumberStyle, look: Look): RadarTipValue => ({
  value: formatExact(value, style, look),
  change: changeOf({ value, base, style }, look),
  base: base === undefined || base === null ? null : formatExact(base, style, look),
});

/** With more spokes than this a tooltip shows changes without the compared values. */
const maxSpokesWithBase = 7;

function tipRows({ colour, tipValues }: RadarShape, spokes: Spoke[], look: Look): TipRow[] {
  return spokes.flatMap(({ name }, index) => {
    const { base, ...own } = tipValues[index]!;
    const row: TipRow = { colour: index === 0 ? colour : null, name, ...own };
    if (base === null || spokes.length > maxSpokesWithBase) return [row];
    return [row, { colour: null, name: chartTexts[look.language].before(name), value: base, isQuiet: true }];
  });
}

const maxShapes = 6;
const maxSpokes = 12;

function spokeOf(name: string, amounts: (number | null)[]): Spoke {
  const { min, max } = ticksFor(amounts, 4, true);
  return { name, min, max };
}

/** Several measures: each is a spoke with its own scale, each row a shape. */
function radarOfMeasures({ frame, look, options }: DrawInput): RadarData {
  const measures = measuresOf(frame, options).slice(0, maxSpokes);
  const [axis] = dimensionsOf(frame);
  const count = Math.min(rowCountOf(frame), maxShapes);
  const items = Array.from({ length: count }, (_, row) => ({ value: axis?.values[row], isRest: isRest(frame, row) }));
  const colours = axis ? coloursOf(items, look, colourKeyOf([axis])) : [colourAt(0, look)];
  const columns = measures.map(({ values }) => values.slice(0, count).map(amountOf));
  return {
    spokes: measures.map(({ field }, index) => spokeOf(field.label, columns[index]!)),
    shapes: items.map((item, row) => ({
      name: axis ? itemName(item, axis, look) : '',
      colour: colours[row]!,
      amounts: columns.map((column) => column[row] ?? null),
      tipValues: measures.map(({ values, base, style }) => tipValueOf(values[row], base?.[row], style, look)),
      row,
    })),
    notes: rowCountOf(frame) > count ? [chartTexts[look.language].someItems(count, rowCountOf(frame))] : [],
  };
}

/** Values of a dimension: each is a spoke, all with the same scale. */
function radarOfItems(input: DrawInput): RadarData {
  const { items, series, axis, notes } = layOut(input, { seriesLimit: maxShapes });
  const visibleItems = items.slice(0, maxSpokes);
  const { min, max } = ticksFor(
    series.flatMap(({ values }) => values.slice(0, maxSpokes)),
    4,
    true,
  );
  const more = items.length > maxSpokes ? [chartTexts[input.look.language].someItems(maxSpokes, items.length)] : [];
  return {
    spokes: visibleItems.map((item) => ({ name: itemName(item, axis, input.look), min, max })),
    shapes: series.map(({ name, colour, values, base, column, rows }) => ({
      name,
      colour,
      amounts: values.slice(0, maxSpokes),
      tipValues: values
        .slice(0, maxSpokes)
        .map((value, index) => tipValueOf(value, base?.[index], column.style, input.look)),
      row: rows[0] ?? null,
    })),
    notes: [...notes, ...more],
  };
}

export function drawRadar(input: DrawInput): RenderedChart {
  const { look, width, height, frame, options } = input;
  const ink = inkOf(look);
  const { spokes, shapes, notes } = measuresOf(frame).length >= 3 ? radarOfMeasures(input) : radarOfItems(input);
  const hasLegend = shapes.length > 1 && options.legend === 'auto';
  const top = hasLegend ? legendHeight + 8 : 0;
  return {
    option: {
      ...baseOptionOf(input, spokes.length * shapes.length),
      tooltip: tooltipFor(input, 'item', ({ dataIndex }) => {
        const shape = shapes[dataIndex];
        return shape ? { title: shape.name, rows: tipRows(shape, spokes, look) } : null;
      }),
      ...(hasLegend && { legend: legendFor(input, shapes) }),
      radar: {
        indicator: spokes.map(({ name, min, max }) => ({ name, min, max })),
        center: [width / 2, top + (height - top) / 2],
        radius: Math.max(30, Math.min((height - top) / 2 - 28, width / 2 - 70)),
        splitNumber: 4,
        axisName: {
          color: ink.quiet,
          fontSize: 12,
          formatter: (name = '') => clip(name, Math.max(60, width * 0.22), 12),
        },
        splitArea: { show: false },
        splitLine: { lineStyle: { color: ink.grid } },
        axisLine: { lineStyle: { color: ink.grid } },
      },
      series: [
        {
          type: 'radar',
          data: shapes.map(({ name, colour, amounts, row }) => ({
            name,
            row,
            value: amounts.map((amount) => amount ?? 0),
            itemStyle: { color: colour },
            lineStyle: { color: colour, width: 2 },
            areaStyle: { color: colour, opacity: shapes.length > 2 ? 0.05 : 0.14 },
            symbolSize: 5,
          })),
          emphasis: { focus: 'self', areaStyle: { opacity: 0.25 } },
        },
      ],
    },
    rows: [shapes.map(({ row }) => row)],
    notes,
  };
}
