/** The version this page was built from. */
declare const __VERSION__: string;

/** How many changes its changelog has. */
declare const __CHANGES__: number;
