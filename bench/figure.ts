/** One measured figure and the limit it has to keep. */
export type Figure = { name: string; value: number; unit: string; atMost?: number; atLeast?: number };

export function isKept({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean {
  return value <= atMost && value >= atLeast;
}

export function lineOf(figure: Figure): string {
  const { name, value, unit, atMost, atLeast } = figure;
  const limit = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
  return `${isKept(figure) ? 'kept  ' : 'BROKEN'} ${name}: ${round(value)} ${unit} (${limit})`;
}

export function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const round = (value: number) => Math.round(value * 100) / 100;
