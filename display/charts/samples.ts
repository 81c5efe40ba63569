import type { Drawing } from '#domain/query/chart.ts';
import type { ChartKind } from '#domain/query/chart-kinds.ts';
import type { Language } from '#domain/language.ts';
import type { Frame } from '#display/frame.ts';
import { chartKindDescriptors } from './all-kinds.ts';
import { sampleBuilderOf } from './sample-builder.ts';

/** An example of a chart kind with made-up data. */
export type Sample = { title: string; frame: Frame; drawing: Drawing };

/** Loads the sample of a kind in a language. */
export async function loadSample(kind: ChartKind, language: Language): Promise<Sample> {
  const makeSample = await chartKindDescriptors[kind].sample();
  const builder = sampleBuilderOf(language);
  const { title, frame, options = {} } = makeSample(builder);
  return { title: builder.say(title), frame, drawing: { kind, options } };
}
