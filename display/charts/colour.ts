/** Red, green and blue in sRGB, each 0 to 1. */
type Rgb = [number, number, number];

const parse = (colour: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as Rgb;

const format = (rgb: Rgb) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const toLinear = (part: number) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const toScreen = (part: number) => (part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** Linear mix; `share` is the part of the second colour. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [parse(first), parse(second)];
  return format(a.map((part, index) => part * (1 - share) + b[index]! * share) as Rgb);
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = parse(colour).map(toLinear) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast ratio, 1 to 21. */
export function contrastOf(first: string, second: string): number {
  const [a, b] = [luminanceOf(first), luminanceOf(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Black or white, whichever is readable on the colour. */
export const textOn = (colour: string): string => (contrastOf(colour, '#ffffff') >= 4 ? '#ffffff' : '#10151f');

export const visionTypes = ['full', 'protanopia', 'deuteranopia', 'tritanopia'] as const;
export type VisionType = (typeof visionTypes)[number];

// Colour blindness matrices by Machado, Oliveira and Fernandes (2009), severity 1.
const visionMatrices: Record<VisionType, number[]> = {
  full: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/** Simulates how a colour appears to a person with this type of vision. */
export function simulateVision(colour: string, visionType: VisionType): string {
  const linear = parse(colour).map(toLinear);
  const rows = [0, 3, 6].map((at) =>
    visionMatrices[visionType].slice(at, at + 3).reduce((sum, factor, index) => sum + factor * linear[index]!, 0),
  );
  return format(rows.map((part) => toScreen(Math.min(1, Math.max(0, part)))) as Rgb);
}

function toOklab(colour: string): Rgb {
  const [red, green, blue] = parse(colour).map(toLinear) as Rgb;
  const long = Math.cbrt(0.412_221_47 * red + 0.536_332_54 * green + 0.051_445_99 * blue);
  const medium = Math.cbrt(0.211_903_5 * red + 0.680_699_55 * green + 0.107_396_96 * blue);
  const short = Math.cbrt(0.088_302_46 * red + 0.281_718_84 * green + 0.629_978_7 * blue);
  return [
    0.210_454_26 * long + 0.793_617_78 * medium - 0.004_072_05 * short,
    1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short,
    0.025_904_04 * long + 0.782_771_77 * medium - 0.808_675_77 * short,
  ];
}

/** Perceptual distance of two colours in OKLab; 100 is black to white. */
export function distanceOf(first: string, second: string): number {
  const [a, b] = [toOklab(first), toOklab(second)];
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
