/** One measured value and its limit. */
export type Measurement = { name: string; value: number; unit: string; atMost?: number; atLeast?: number };

export function isWithinLimit({ value, atMost = Infinity, atLeast = -Infinity }: Measurement): boolean {
  return value <= atMost && value >= atLeast;
}

export function lineOf(measurement: Measurement): string {
  const { name, value, unit, atMost, atLeast } = measurement;
  const limit = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
  return `${isWithinLimit(measurement) ? 'pass' : 'FAIL'} ${name}: ${round(value)} ${unit} (${limit})`;
}

export function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Milliseconds that a function takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const round = (value: number) => Math.round(value * 100) / 100;
