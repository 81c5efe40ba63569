// Commands of the product, above all `npm start` and `npm test`, on a machine with only Node and npm. Plain JavaScript
// without packages: it runs before anything is installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const sources = [
  'domain',
  'contract',
  'display',
  'engine',
  'server',
  'web',
  'docs',
  'scripts',
  'package-lock.json',
  'vite.config.ts',
  'CHANGELOG.md',
];

const nginxFolder = 'node_modules/.cache/shuju-nginx';

const commands = {
  start: async () => {
    install();
    build();
    await import(path.join(root, 'dist/server/main.js'));
  },
  test: () => {
    install();
    installTestPrograms();
    build();
    npm('run', 'check');
    // In sequence: browser tests need the whole machine.
    const projects = ['layers', 'warehouse', 'trino', 'components'].flatMap((name) => ['--project', name]);
    npm('exec', '--', 'vitest', 'run', ...projects);
    npm('exec', '--', 'vitest', 'run', '--project', 'e2e');
  },
  demo: async () => {
    install();
    build();
    process.env.SHUJU_DATA ||= './data-demo';
    // In a child process: it opens the installation and must release it before the server opens it again.
    const { status } = spawnSync(process.execPath, ['dist/server/load-sample.js'], { stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
    await import(path.join(root, 'dist/server/main.js'));
  },
  build: () => {
    install();
    build();
  },
  'reset-password': () => runBuilt('reset-password'),
  'move-to-warehouse': () => runBuilt('move-rows', 'warehouse'),
  'move-to-files': () => runBuilt('move-rows', 'files'),
  restore: () => {
    // The path is relative to the current directory of the caller, not to the product folder.
    const [, , , file] = process.argv;
    if (file) process.argv[3] = path.resolve(process.env.INIT_CWD ?? '.', file);
    return runBuilt('restore');
  },
};

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Shuju needs Node 20.19 or later; this is ${process.versions.node}.`);
}
process.chdir(root);
await commands[process.argv[2]]();

async function runBuilt(program, ...args) {
  // Builds only if there is no build: a server may be running from these files.
  if (!existsSync(`dist/server/${program}.js`)) {
    install();
    build();
  }
  process.argv.splice(2, 1, ...args);
  await import(path.join(root, `dist/server/${program}.js`));
}

function install() {
  // Skipped for a symlink: `npm ci` would empty a shared folder.
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) return;
  once('node_modules/.shuju', hashOf(['package-lock.json']), () => {
    say('Installing packages…');
    npm('ci', '--include=dev', '--no-audit', '--no-fund');
  });
}

function build() {
  once('dist/.shuju', hashOf(sources), () => {
    say('Building…');
    npm('exec', '--', 'vite', 'build', '--logLevel', 'warn');
    execFileSync(process.execPath, ['scripts/build.js'], { stdio: ['ignore', 2, 2] });
  });
}

/** Runs an action unless it has already run for the same inputs. */
function once(stamp, inputs, action) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  action();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, inputs);
}

function hashOf(files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files.flatMap(listFiles).toSorted()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function listFiles(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place).flatMap((name) => listFiles(path.join(place, name)));
}

function npm(...args) {
  // npm sets npm_execpath for its scripts; outside of them npm is on the PATH.
  const [program, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const { status } = spawnSync(program, [...first, ...args], {
    stdio: ['ignore', args[0] === 'ci' ? 2 : 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}

function installTestPrograms() {
  const missing = [...missingBrowser(), ...missingMariadb()];
  const needsNginx = !existsSync('/usr/sbin/nginx') && !existsSync(`${nginxFolder}/usr/sbin/nginx`);
  if (missing.length === 0 && !needsNginx) return;
  if (!isOnPath('apt-get')) {
    // The test with nginx is skipped.
    if (missing.length === 0) return;
    fail(`The tests need the programs of these Debian packages (or CHROMIUM_PATH): ${missing.join(', ')}.`);
  }
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => {
    const [program, ...rest] = [...sudo, 'apt-get', ...args];
    execFileSync(program, rest, { stdio: ['ignore', 2, 2], env });
  };
  apt('update');
  // An installed database that conflicts with MariaDB is not removed.
  if (missing.length > 0) apt('install', '-y', '--no-install-recommends', '--no-remove', ...missing);
  if (needsNginx) extractNginx();
}

// Only extracted: installed, it would run as a service of this machine. MariaDB has the libraries that it needs.
function extractNginx() {
  mkdirSync(nginxFolder, { recursive: true });
  execFileSync('apt-get', ['download', 'nginx'], { stdio: ['ignore', 2, 2], cwd: nginxFolder });
  const file = readdirSync(nginxFolder).find((name) => name.endsWith('.deb'));
  execFileSync('dpkg-deb', ['--extract', file, '.'], { stdio: ['ignore', 2, 2], cwd: nginxFolder });
}

/** Debian packages for the browser tests. Elsewhere Chromium may come from CHROMIUM_PATH. */
function missingBrowser() {
  const hasFont = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout?.trim();
  const hasBrowser = isOnPath('chromium-headless-shell') || (isOnPath('chromium') && !isOnPath('apt-get'));
  if ((process.env.CHROMIUM_PATH || hasBrowser) && hasFont) return [];
  return ['chromium-headless-shell', 'fonts-noto-cjk', 'fontconfig'];
}

/**
 * Debian packages for the tests of connections: the server without a service, and the tool that loads its time zones.
 */
function missingMariadb() {
  const hasServer = isOnPath('mariadbd') || existsSync('/usr/sbin/mariadbd');
  const hasZones = isOnPath('mariadb-tzinfo-to-sql') && existsSync('/usr/share/zoneinfo/America/New_York');
  return hasServer && hasZones ? [] : ['mariadb-server-core', 'mariadb-client', 'tzdata'];
}

function isOnPath(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

function say(message) {
  process.stderr.write(`${message}\n`);
}

function fail(message) {
  say(message);
  process.exit(1);
}
