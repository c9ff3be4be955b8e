// The agent of the rounds with several tasks at once: `node laneAgent.js <root>`, in the worktree of its task. It brings
// every file of its task to the generation that <root>/generation-<task> names, now and then only in a second turn, and
// leaves a line at its start and at its end in <root>/calls.jsonl.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const [, , root] = process.argv;
const task = process.env.DEVS_TASK_ID;
const turn = process.env.DEVS_TURN;
const generation = fs.readFileSync(path.join(root, `generation-${task}`), 'utf8');
const folder = path.join('land', task);

function note(at) {
  const line = JSON.stringify({ task, turn, pid: process.pid, at });
  fs.appendFileSync(path.join(root, 'calls.jsonl'), `${line}\n`);
}

/** The same for the same turn; from 0 up to, but not including, `most`. */
function drawn(most) {
  let hash = 7;
  for (const letter of turn) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash % most;
}

function write(file, text) {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}

function changeFiles() {
  const lines = fs.readFileSync('lines.txt', 'utf8').split('\n');
  const changed = lines.map((line) =>
    line.startsWith(`${task} `) ? `${task} ${generation}` : line,
  );
  fs.writeFileSync('lines.txt', changed.join('\n'));
  write('deep/b.txt', generation);
  if (fs.existsSync(folder))
    for (const name of fs.readdirSync(folder))
      if (name.startsWith('only-in-')) fs.rmSync(path.join(folder, name));
  write(`only-in-${generation}.txt`, 'x'.repeat(drawn(70_000)));
}

function commit() {
  const who = ['-c', 'user.name=Agent', '-c', 'user.email=agent@example.org'];
  execFileSync('git', ['add', '-A'], { stdio: 'ignore' });
  execFileSync('git', [...who, 'commit', '-q', '--allow-empty', '-m', `turn ${turn}`]);
}

function main() {
  note('start');
  fs.readFileSync(0);
  // So that turns of several tasks overlap.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, drawn(200));
  changeFiles();
  // Without it the verification fails.
  const isSecond = fs.existsSync(path.join(folder, 'begun.txt'));
  if (isSecond || drawn(4) > 0) {
    fs.rmSync(path.join(folder, 'begun.txt'), { force: true });
    write('a.txt', generation);
  } else write('begun.txt', 'x');
  if (drawn(3) === 0) commit();
  process.stdout.write(`STRATEGY: ${turn}`);
  note('end');
}

main();
