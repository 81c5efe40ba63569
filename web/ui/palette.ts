const names = [
  'page',
  'surface',
  'border',
  'control',
  'text',
  'quiet',
  'brand',
  'good',
  'bad',
  'warn',
  'font',
] as const;

export type Palette = Record<(typeof names)[number], string>;

/** The current CSS colours, for components that need them as values. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette;
}
