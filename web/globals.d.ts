/** The version this page was built from. */
declare const __VERSION__: string;
