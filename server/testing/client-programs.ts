import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const sources = path.resolve(import.meta.dirname, '../ingestion/clients');
const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/shuju-clients');

/** A program in another language that sends events with a published client library: how to build and run it. */
export type ClientProgram = {
  name: string;
  /** Executables that must be on the PATH. */
  tools: string[];
  folder: string;
  build: (source: string, target: string) => Promise<void>;
  command: (target: string) => string[];
};

const maven = ['-q', '-B', '-f'];

async function buildJava(source: string, target: string): Promise<void> {
  const file = path.join(target, 'classpath');
  const output = `-Dmdep.outputFile=${file}`;
  await run('mvn', [...maven, path.join(source, 'pom.xml'), 'dependency:build-classpath', output]);
  const classpath = readFileSync(file, 'utf8');
  await run('javac', ['-encoding', 'UTF-8', '-cp', classpath, '-d', target, path.join(source, 'Main.java')]);
}

async function buildPython(source: string, target: string): Promise<void> {
  await run('python3', ['-m', 'venv', target]);
  const pip = path.join(target, 'bin/pip');
  await run(pip, ['install', '--quiet', '--disable-pip-version-check', '-r', path.join(source, 'requirements.txt')]);
}

const python = (name: string, client: string): ClientProgram => ({
  name,
  tools: ['python3'],
  folder: 'python',
  build: buildPython,
  command: (target) => [path.join(target, 'bin/python'), path.join(sources, 'python/main.py'), client],
});

export const clientPrograms: ClientProgram[] = [
  {
    name: "Segment's Java client",
    tools: ['java', 'javac', 'mvn'],
    folder: 'java',
    build: buildJava,
    command: (target) => [
      'java',
      '-Dfile.encoding=UTF-8',
      '-cp',
      `${target}${path.delimiter}${readFileSync(path.join(target, 'classpath'), 'utf8')}`,
      'Main',
    ],
  },
  {
    name: "Segment's Go client",
    tools: ['go'],
    folder: 'go',
    build: async (source, target) => {
      await run('go', ['build', '-buildvcs=false', '-o', path.join(target, 'client'), '.'], { cwd: source });
    },
    command: (target) => [path.join(target, 'client')],
  },
  python("Segment's Python client", 'segment'),
  python("RudderStack's Python client", 'rudderstack'),
];

/** Tools of the program that are missing on this machine. */
export const missingTools = ({ tools }: ClientProgram): string[] => tools.filter((tool) => !isOnPath(tool));

function isOnPath(tool: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, tool)));
}

const builds = new Map<string, Promise<string>>();

/** Builds a program, cached by the hash of its sources; returns its folder. */
export function buildProgram({ folder, build }: ClientProgram): Promise<string> {
  const pendingBuild = builds.get(folder) ?? buildOnce(folder, build);
  builds.set(folder, pendingBuild);
  return pendingBuild;
}

async function buildOnce(folder: string, build: ClientProgram['build']): Promise<string> {
  const source = path.join(sources, folder);
  const files = readdirSync(source).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(path.join(source, file)));
  const target = path.join(cache, `${folder}-${hash.digest('hex').slice(0, 12)}`);
  const mark = path.join(target, 'built');
  if (existsSync(mark)) return target;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await build(source, target);
  writeFileSync(mark, '');
  return target;
}

/** An event to send, its write key, and the nesting depth of its value. */
export type ClientJob = { event: string; key: string; depth?: number };

/** Runs a program and returns its output. */
export async function runProgram(program: ClientProgram, url: string, jobs: ClientJob[]): Promise<string> {
  const [file, ...before] = program.command(await buildProgram(program));
  const jobArgs = jobs.map(({ event, key, depth = 0 }) => `${event},${key},${depth}`);
  const { stdout, stderr } = await run(file!, [...before, url, ...jobArgs], { timeout: 240_000 });
  return stdout + stderr;
}
