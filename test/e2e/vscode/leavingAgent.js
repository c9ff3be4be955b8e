// An agent that leaves processes behind: `node leavingAgent.js <marker> <file>`. It ends when <file> is
// there. Everything it starts carries the marker on its command line, and what it is.
const { spawn } = require('node:child_process');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');

const [, , marker, file] = process.argv;
const idle = 'setInterval(() => {}, 1000)';
const serve = "require('node:net').createServer().listen(0, '127.0.0.1')";
const node = process.execPath;

/** Leads a session of its own, out of reach of whoever ends the agent's process group. */
function leaveSession() {
  spawn('setsid', [node, '-e', idle, `${marker}-session`], { stdio: 'ignore' });
}

/** Its parent is gone before anybody can look. */
function leaveDaemon() {
  const script = 'setsid "$0" -e "$1" "$2" </dev/null >/dev/null 2>&1 &';
  spawn('sh', ['-c', script, node, idle, `${marker}-daemon`], { stdio: 'ignore' });
}

/** Holds the agent's own standard output open. */
function leaveServer() {
  const stdio = ['ignore', 'inherit', 'inherit'];
  spawn(node, ['-e', serve, `${marker}-server`], { stdio, detached: true }).unref();
}

readFileSync(0);
leaveSession();
leaveDaemon();
leaveServer();
const timer = setInterval(() => {
  if (!existsSync(file)) return;
  clearInterval(timer);
  writeFileSync('answer.txt', '42');
  process.stdout.write('STRATEGY: leave things behind\nIt is 42.', () => process.exit(0));
}, 20);
