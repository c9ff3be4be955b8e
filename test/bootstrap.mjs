// Installs what package-lock.json asks for when node_modules lacks it. `npm start` and `npm test` run this first,
// on a checkout where nothing is installed: it may import nothing but Node's own modules.
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/;

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** The oldest Node version that package.json allows, as `[major, minor]`. */
function oldestNode() {
  const [, major, minor = '0'] = /^>=(\d+)(?:\.(\d+))?/.exec(readJson('package.json').engines.node);
  return [Number(major), Number(minor)];
}

function nodeIsTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode();
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/** The packages npm recorded at the end of its last complete installation; undefined where there was none. */
function installedPackages() {
  try {
    return readJson('node_modules/.package-lock.json').packages;
  } catch {
    return undefined;
  }
}

/**
 * The first package of package-lock.json that node_modules does not hold in that version. An optional package may be
 * absent: npm installs only those of this platform.
 */
function firstMissing() {
  const installed = installedPackages();
  if (installed === undefined) return 'every package';
  const wanted = Object.entries(readJson('package-lock.json').packages).filter(([at]) => at !== '');
  for (const [at, { version, optional, devOptional }] of wanted) {
    const found = installed[at];
    if (found === undefined && (optional || devOptional)) continue;
    const isThere = found?.version === version && existsSync(join(root, at, 'package.json'));
    if (!isThere) return `${at.replace(/^.*node_modules\//, '')} ${version}`;
  }
  return undefined;
}

/** Where node_modules leads when it is a link, which `npm ci` would replace or empty for others too. */
function linkedFolder() {
  const folder = join(root, 'node_modules');
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? (existsSync(folder) ? realpathSync(folder) : 'a missing folder') : undefined;
}

/** The npm that runs this script, or else the one on PATH. */
function npmCommand() {
  const running = process.env.npm_execpath;
  if (running?.endsWith('npm-cli.js')) return [process.execPath, running];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** Runs `npm ci`; resolves with what went wrong, undefined when nothing did. */
function install() {
  const [program, ...before] = npmCommand();
  return new Promise((done) => {
    const child = spawn(program, [...before, 'ci', '--include=dev', '--prefer-offline'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'pipe'],
      shell: program.endsWith('.cmd'),
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk.toString();
      process.stderr.write(chunk);
    });
    child.once('error', ({ code, message }) =>
      done(
        code === 'ENOENT'
          ? 'npm was not found on PATH. It comes with Node.js: https://nodejs.org'
          : message,
      ),
    );
    child.once('close', (code) => {
      if (code === 0) done(undefined);
      else if (UNREACHABLE.test(errors)) {
        done('The package registry could not be reached. Check the network connection or proxy.');
      } else done(`npm ci ended with exit code ${code}; its messages are above.`);
    });
  });
}

async function problem() {
  if (nodeIsTooOld()) {
    return `Devs needs Node ${oldestNode().join('.')} or newer; this is Node ${process.versions.node}.`;
  }
  const missing = firstMissing();
  if (missing === undefined) return undefined;
  const linked = linkedFolder();
  if (linked !== undefined) {
    return `node_modules is a link to ${linked}, which lacks ${missing}. Install it there.`;
  }
  console.error(`Installing dependencies with npm ci (missing or outdated: ${missing}) …`);
  const failure = await install();
  return (
    failure && `The dependencies could not be installed. ${failure} Then run the command again.`
  );
}

const message = await problem();
if (message !== undefined) {
  console.error(`\n${message}`);
  process.exitCode = 1;
}
