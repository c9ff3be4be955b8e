// The agent of the crash test: `node crashAgent.js <root>`. What it does in its n-th call follows
// from <root>/control.json alone. It leaves a line at its start and at its end in <root>/calls.jsonl
// and, where it is told to, a copy of the workspace as it found it in <root>/moments/<turn>.
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const [, , root] = process.argv;
const callsFile = path.join(root, 'calls.jsonl');
const control = JSON.parse(fs.readFileSync(path.join(root, 'control.json'), 'utf8'));
const turn = process.env.DEVS_TURN;
const task = process.env.DEVS_TASK_ID;
const OURS = new Set([
  '.git',
  'devs.yaml',
  '.gitignore',
  'build',
  'keep-empty',
  'goal.txt',
  'user',
  'test',
]);
const MODES = [0o644, 0o755, 0o600, 0o444];
const FOLDERS = ['src', 'src/deep/er', 'docs', 'lib', 'über uns', 'src/a b'];

function note(line) {
  fs.appendFileSync(callsFile, `${JSON.stringify({ task, turn, pid: process.pid, ...line })}\n`);
}

function calls() {
  if (!fs.existsSync(callsFile)) return 0;
  const lines = fs.readFileSync(callsFile, 'utf8').split('\n');
  return lines.filter((line) => line.includes('"start"')).length;
}

function randomFrom(seed) {
  let state = seed >>> 0;
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

/** All files below a folder of the repository, as one digest; '' without one. */
function gitDigest() {
  const digest = createHash('sha256');
  const walk = (folder) => {
    for (const name of fs.readdirSync(folder).sort()) {
      const full = path.join(folder, name);
      if (fs.lstatSync(full).isDirectory()) walk(full);
      else digest.update(`${full}\0`).update(fs.readFileSync(full));
    }
  };
  if (!fs.existsSync('.git')) return '';
  walk('.git');
  return digest.digest('hex');
}

function files(folder = '') {
  return fs.readdirSync(folder === '' ? '.' : folder).flatMap((name) => {
    if (folder === '' && OURS.has(name)) return [];
    const below = folder === '' ? name : `${folder}/${name}`;
    return fs.lstatSync(below).isDirectory() ? files(below) : [below];
  });
}

function prune(folder) {
  for (const name of fs.readdirSync(folder)) {
    const below = path.join(folder, name);
    if (folder === '.' && OURS.has(name)) continue;
    if (fs.lstatSync(below).isDirectory()) prune(below);
  }
  if (folder !== '.' && fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
}

function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.rmSync(file, { force: true, recursive: true });
  fs.writeFileSync(file, text);
}

/** Whether a file can be made there without taking another file for a folder. */
function hasRoom(file) {
  const above = file.split('/').slice(0, -1);
  return above.every((_, i) => {
    const folder = above.slice(0, i + 1).join('/');
    return !fs.existsSync(folder) || fs.lstatSync(folder).isDirectory();
  });
}

function changeFiles(call, random) {
  const text = (most) => `${call} ${random(1e9)} ${'text '.repeat(random(most))}\n`;
  const all = files();
  const count = Math.ceil((all.length * (10 + random(50))) / 100) + 2;
  for (let i = 0; i < count; i++) {
    const file = all[random(all.length)];
    const fresh = `${FOLDERS[random(FOLDERS.length)]}/new-${call}-${i}.txt`;
    const stats = file && fs.lstatSync(file, { throwIfNoEntry: false });
    const kind = random(20);
    if (!stats || kind < 4) {
      if (hasRoom(fresh)) write(fresh, text(400));
    } else if (stats.isDirectory()) {
      if (kind < 12) write(file, text(100));
    } else if (kind < 11) write(file, text(1500));
    else if (kind < 13) fs.rmSync(file);
    else if (kind < 15) {
      if (hasRoom(fresh)) {
        fs.mkdirSync(path.dirname(fresh), { recursive: true });
        fs.renameSync(file, fresh);
      }
    } else if (kind < 17) {
      if (stats.isFile()) fs.chmodSync(file, MODES[random(MODES.length)]);
    } else if (kind < 19) {
      fs.rmSync(file);
      fs.symlinkSync(random(2) === 0 ? `nowhere-${random(99)}` : 'devs.yaml', file);
    } else {
      fs.rmSync(file);
      write(`${file}/inner ${i}.txt`, text(50));
    }
  }
  prune('.');
  if (fs.existsSync('build')) fs.writeFileSync('build/out.txt', text(20));
}

/** No test says any more that it fails; some are gone, some are links, and there are new ones. */
function changeTests(call, random) {
  for (let i = 0; i < 8; i++) {
    const file = `test/${i % 2 === 0 ? '' : 'deep/'}${i}.test.js`;
    const kind = random(10);
    fs.rmSync(file, { force: true, recursive: true });
    if (kind < 6) write(file, `it is fine, says call ${call} ${'text '.repeat(random(4000))}\n`);
    else if (kind < 7) {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.symlinkSync(`nowhere-${call}`, file);
    } else if (kind < 8) write(`${file}/inner.js`, `${call}\n`);
  }
  for (let i = random(3); i > 0; i--) write(`test/new-${i}.test.js`, `new in call ${call}\n`);
  write('src/work.txt', `${call}\n`);
}

function keepMoment(name) {
  const moment = path.join(root, 'moments', name.replaceAll('/', '_'));
  const filter = (source) => path.basename(source) !== '.git';
  fs.cpSync('.', moment, { recursive: true, verbatimSymlinks: true, filter });
}

function git(...args) {
  return execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
}

function changeRepository(call, random) {
  if (!fs.existsSync('.git')) return;
  // Of a commit that was killed.
  fs.rmSync('.git/index.lock', { force: true });
  const kind = random(4);
  if (kind < 2) {
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', `turn ${call}`);
  } else if (kind === 2) git('add', '-A');
}

function main() {
  const call = calls() + 1;
  note({ call, at: 'start', git: gitDigest() });
  fs.readFileSync(0);
  if (control.keepMoments) keepMoment(turn);
  if (control.fails) {
    process.stderr.write('Not logged in. Please run /login.\n');
    process.exitCode = 1;
  } else if (task === 'tests') {
    changeTests(call, randomFrom(control.seed * 1000 + call));
    if (control.keepMoments) keepMoment(`${turn}-end`);
    process.stdout.write(`STRATEGY: number ${call}`);
  } else if (task === 'other') {
    process.stdout.write('DONE: nothing is to be done.');
  } else {
    const random = randomFrom(control.seed * 1000 + call);
    changeFiles(call, random);
    changeRepository(call, random);
    if (call >= control.endAt) write('goal.txt', `${call}\n`);
    else fs.rmSync('goal.txt', { force: true });
    process.stdout.write(`STRATEGY: number ${call}\nI tried ${random(1e9)}.`);
  }
  note({ call, at: 'end', git: gitDigest() });
}

main();
