import { courseOf } from '#display/format/change.ts';
import { formatAmount } from '#display/format/unit.ts';
import { baseText, changeText, type Figure, figuresOf } from './figure.ts';
import { courseColour, inkOf } from './ink.ts';
import { widthOf } from './lettering.ts';
import { colourAt } from './palette.ts';
import type { Drawn, Picture } from './picture.ts';
import { stageOf } from './stage.ts';

const text = (value: string, x: number, y: number, style: object) => ({
  type: 'text' as const,
  x,
  y,
  silent: true,
  style: { text: value, align: 'left' as const, verticalAlign: 'top' as const, ...style },
});

function textsOf(figure: Figure, x: number, { look }: Picture) {
  const ink = inkOf(look);
  const value = text(formatAmount(figure.value, figure.style, look), x, 24, {
    fill: ink.text,
    fontSize: 34,
    fontWeight: 600,
  });
  const label = text(figure.label, x, 2, { fill: ink.quiet, fontSize: 13 });
  const before = baseText(figure, look);
  if (before === null) return [label, value];
  if (figure.base === null) return [label, value, text(before, x, 68, { fill: ink.quiet, fontSize: 13 })];
  const change = changeText(figure, look);
  const colour = courseColour(courseOf(figure.difference), look);
  return [
    label,
    value,
    text(change, x, 68, { fill: colour, fontSize: 13, fontWeight: 600 }),
    text(before, x + widthOf(change, 13) * 1.1 + 10, 68, { fill: ink.quiet, fontSize: 13 }),
  ];
}

/** Figures as one picture, where there is no page to lay them out. */
export function drawFigure(picture: Picture): Drawn {
  const { width, height, look } = picture;
  const figures = figuresOf(picture);
  const slot = width / Math.max(figures.length, 1);
  const colour = colourAt(0, look);
  const hasRoom = height > 140;
  return {
    option: {
      ...stageOf(picture, 1),
      graphic: figures.flatMap((figure, index) => textsOf(figure, index * slot, picture)),
      grid: figures.map((_, index) => ({ left: index * slot, width: slot - 20, top: 100, bottom: 8 })),
      xAxis: figures.map(({ course }, index) => ({
        type: 'category' as const,
        gridIndex: index,
        show: false,
        boundaryGap: false,
        data: course.map((_, at) => String(at)),
      })),
      yAxis: figures.map((_, index) => ({ type: 'value' as const, gridIndex: index, show: false, scale: true })),
      series: figures.map(({ course }, index) => ({
        type: 'line' as const,
        xAxisIndex: index,
        yAxisIndex: index,
        data: hasRoom ? course : [],
        symbol: 'none',
        lineStyle: { color: colour, width: 2 },
        areaStyle: { color: colour, opacity: 0.1, origin: 'start' as const },
      })),
    },
    rows: [],
    notes: [],
  };
}
