export { usualDrawers as drawers } from '#display/charts/usual.ts';
export { init } from './library.ts';
