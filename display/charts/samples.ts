import type { ChartKind, Drawing } from '#domain/query/chart.ts';
import type { Language } from '#domain/language.ts';
import type { Frame } from '#display/frame.ts';
import { type SampleChart, type SampleBuilder, sampleBuilderOf } from './sample-builder.ts';
import { mapSamples } from './sample-maps.ts';
import { distributionSamples } from './sample-distributions.ts';
import { trendSamples } from './sample-trends.ts';

/** An example of a chart kind with made-up data. */
export type Sample = { title: string; frame: Frame; drawing: Drawing };

const samples: Record<ChartKind, (builder: SampleBuilder) => SampleChart> = {
  ...trendSamples,
  ...distributionSamples,
  ...mapSamples,
};

/** The sample of a kind in a language. */
export function sampleOf(kind: ChartKind, language: Language): Sample {
  const builder = sampleBuilderOf(language);
  const { title, frame, options = {} } = samples[kind](builder);
  return { title: builder.say(title), frame, drawing: { kind, options } };
}
