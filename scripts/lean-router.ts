import path from 'node:path';
import type { Plugin } from 'vite';

const production = path.resolve('node_modules/react-router/dist/production');

/** Each must match, so that the build fails for a release of React Router with different code. */
const edits: [pattern: RegExp, replacement: string][] = [
  // Assignments to components keep them in the bundle.
  [/^\w+\.displayName = .*;$/gm, ''],
  [/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'],
  // So do classes that extend a member of another module.
  [/^var (\w+) = (class extends React\d*\.Component \{.*?^\});$/gms, 'var $1 = /* @__PURE__ */ (() => $2)();'],
  // Links prefetch only in the framework of the router.
  [/^function PrefetchPageLinks\(.*?^\}$/ms, 'function PrefetchPageLinks() {}'],
];

function edit(code: string): string {
  return edits.reduce((source, [pattern, replacement]) => {
    const edited = source.replace(pattern, replacement);
    if (edited === source)
      throw new Error(`React Router has no code that matches ${pattern}: correct scripts/lean-router.ts.`);
    return edited;
  }, code);
}

/**
 * React Router without code that no page uses: its exports lead to the development build, and tree shaking keeps most
 * of it.
 */
export const leanRouter: Plugin = {
  name: 'lean-router',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source) => (source === 'react-router' ? path.join(production, 'index.mjs') : undefined),
  transform(code, id) {
    const isRouter = id.startsWith(production) && code.includes('function BrowserRouter(');
    return isRouter ? { code: edit(code), map: null } : undefined;
  },
};
