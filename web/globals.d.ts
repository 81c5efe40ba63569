/** The version of this build. */
declare const __VERSION__: string;

/** The number of changes in its changelog. */
declare const __CHANGES__: number;
