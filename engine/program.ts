import path from 'node:path';

/** A program that runs in its own process, and the Node arguments to start it. */
export type Program = { file: string; execArgv: string[] };

/**
 * The program beside a module: the build puts it there as `<name>.js`. From source it is `process.ts`, which is slow to
 * load; so tests build all such programs once and set `SHUJU_PROGRAMS` to their folder.
 */
export function programOf({ filename, dirname }: { filename: string; dirname: string }, name: string): Program {
  const isSource = filename.endsWith('.ts');
  const built = isSource ? process.env['SHUJU_PROGRAMS'] : dirname;
  if (built) return { file: path.join(built, `${name}.js`), execArgv: [] };
  return { file: path.join(dirname, 'process.ts'), execArgv: ['--import', 'tsx'] };
}
