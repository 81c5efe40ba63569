import type { ChartKind, Drawing } from '#contract/chart.ts';
import type { Language } from '#contract/language.ts';
import type { Frame } from '#display/frame.ts';
import { type Made, type Maker, makerOf } from './sample-kit.ts';
import { places } from './sample-places.ts';
import { spreads } from './sample-spreads.ts';
import { trends } from './sample-trends.ts';

/** An example of a kind, with made-up numbers. */
export type Sample = { title: string; frame: Frame; drawing: Drawing };

const made: Record<ChartKind, (make: Maker) => Made> = { ...trends, ...spreads, ...places };

/** An example of this kind in this language. */
export function sampleOf(kind: ChartKind, language: Language): Sample {
  const make = makerOf(language);
  const { title, frame, options = {} } = made[kind](make);
  return { title: make.say(title), frame, drawing: { kind, options } };
}
