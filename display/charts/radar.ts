import type { NumberStyle } from '#contract/chart.ts';
import { amountOf } from '#display/format/amount.ts';
import { formatExact } from '#display/format/exact.ts';
import type { Look } from '#display/frame.ts';
import { colouredBy, dimensionsOf, isRest, measuresOf, rowCountOf } from './columns.ts';
import { inkOf } from './ink.ts';
import { clip } from './lettering.ts';
import { colourAt, coloursOf } from './palette.ts';
import type { Drawn, Picture, TipRow } from './picture.ts';
import { itemName, layOut } from './series.ts';
import { legendFor, legendHeight, stageOf, tooltipFor } from './stage.ts';
import { chartTexts } from './texts.ts';
import { ticksFor } from './ticks.ts';
import { changeOf } from './tips.ts';

type Spoke = { name: string; max: number; min: number };
type Said = Pick<TipRow, 'value' | 'change'> & { base: string | null };
type Shape = { name: string; colour: string; amounts: (number | null)[]; said: Said[]; row: number | null };
type Web = { spokes: Spoke[]; shapes: Shape[]; notes: string[] };

const sayAmount = (value: unknown, base: unknown, style: NumberStyle, look: Look): Said => ({
  value: formatExact(value, style, look),
  change: changeOf({ value, base, style }, look),
  base: base === undefined || base === null ? null : formatExact(base, style, look),
});

/** With more spokes than these a tooltip says by how much they changed, which is what people look for, and no more. */
const mostWithBase = 7;

function tipRows({ colour, said }: Shape, spokes: Spoke[], look: Look): TipRow[] {
  return spokes.flatMap(({ name }, index) => {
    const { base, ...own } = said[index]!;
    const row: TipRow = { colour: index === 0 ? colour : null, name, ...own };
    if (base === null || spokes.length > mostWithBase) return [row];
    return [row, { colour: null, name: chartTexts[look.language].before(name), value: base, isQuiet: true }];
  });
}

const mostShapes = 6;
const mostSpokes = 12;

function spokeOf(name: string, amounts: (number | null)[]): Spoke {
  const { min, max } = ticksFor(amounts, 4, true);
  return { name, min, max };
}

/** Several measures: each is a spoke with a scale of its own, and each row a shape. */
function webOfMeasures({ frame, look, options }: Picture): Web {
  const measures = measuresOf(frame, options).slice(0, mostSpokes);
  const [axis] = dimensionsOf(frame);
  const count = Math.min(rowCountOf(frame), mostShapes);
  const items = Array.from({ length: count }, (_, row) => ({ value: axis?.values[row], isRest: isRest(frame, row) }));
  const colours = axis ? coloursOf(items, look, colouredBy([axis])) : [colourAt(0, look)];
  const columns = measures.map(({ values }) => values.slice(0, count).map(amountOf));
  return {
    spokes: measures.map(({ field }, index) => spokeOf(field.label, columns[index]!)),
    shapes: items.map((item, row) => ({
      name: axis ? itemName(item, axis, look) : '',
      colour: colours[row]!,
      amounts: columns.map((column) => column[row] ?? null),
      said: measures.map(({ values, base, style }) => sayAmount(values[row], base?.[row], style, look)),
      row,
    })),
    notes: rowCountOf(frame) > count ? [chartTexts[look.language].someItems(count, rowCountOf(frame))] : [],
  };
}

/** Values of a dimension: each is a spoke, all with the same scale. */
function webOfItems(picture: Picture): Web {
  const { items, series, axis, notes } = layOut(picture, { mostSeries: mostShapes });
  const shown = items.slice(0, mostSpokes);
  const { min, max } = ticksFor(
    series.flatMap(({ values }) => values.slice(0, mostSpokes)),
    4,
    true,
  );
  const more = items.length > mostSpokes ? [chartTexts[picture.look.language].someItems(mostSpokes, items.length)] : [];
  return {
    spokes: shown.map((item) => ({ name: itemName(item, axis, picture.look), min, max })),
    shapes: series.map(({ name, colour, values, base, column, rows }) => ({
      name,
      colour,
      amounts: values.slice(0, mostSpokes),
      said: values
        .slice(0, mostSpokes)
        .map((value, index) => sayAmount(value, base?.[index], column.style, picture.look)),
      row: rows[0] ?? null,
    })),
    notes: [...notes, ...more],
  };
}

export function drawRadar(picture: Picture): Drawn {
  const { look, width, height, frame, options } = picture;
  const ink = inkOf(look);
  const { spokes, shapes, notes } = measuresOf(frame).length >= 3 ? webOfMeasures(picture) : webOfItems(picture);
  const hasLegend = shapes.length > 1 && options.legend === 'auto';
  const top = hasLegend ? legendHeight + 8 : 0;
  return {
    option: {
      ...stageOf(picture, spokes.length * shapes.length),
      tooltip: tooltipFor(picture, 'item', ({ dataIndex }) => {
        const shape = shapes[dataIndex];
        return shape ? { title: shape.name, rows: tipRows(shape, spokes, look) } : null;
      }),
      ...(hasLegend && { legend: legendFor(picture, shapes) }),
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
