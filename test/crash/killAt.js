// Loaded into a `devs` before its own code (`node --require`): ends it with SIGKILL at the n-th
// change of a file whose description matches, or writes down all changes, one a line.
//   CRASH_ONLY  regular expression for "<operation> <path>[ -> <path>]"
//   CRASH_AT    which one of those; 0: none
//   CRASH_HOW   before | after | half (of a write)
//   CRASH_LINKS none: no file can get a second name
//   CRASH_LOG   file for the descriptions of all changes, written when the process exits
const fs = require('node:fs');

const { CRASH_ONLY, CRASH_AT, CRASH_HOW, CRASH_LINKS, CRASH_LOG } = process.env;
for (const name of ['CRASH_ONLY', 'CRASH_AT', 'CRASH_HOW', 'CRASH_LINKS', 'CRASH_LOG']) {
  Reflect.deleteProperty(process.env, name);
}
const only = new RegExp(CRASH_ONLY ?? '');
const at = Number(CRASH_AT ?? 0);
const log = [];
const paths = new Map();
const real = { writeSync: fs.writeSync, writeFileSync: fs.writeFileSync };
let count = 0;

function die() {
  process.kill(process.pid, 'SIGKILL');
}

/** Whether this change is the one to die at. */
function meets(description) {
  if (CRASH_LOG !== undefined) log.push(description);
  if (at === 0 || !only.test(description)) return false;
  count += 1;
  return count === at;
}

function half(value) {
  return typeof value === 'string' || ArrayBuffer.isView(value)
    ? value.slice(0, Math.ceil(value.length / 2))
    : value;
}

/** Ends the process once the change is made: at once where that has returned, since its caller would go on. */
function dieAfter(result) {
  if (typeof result?.then !== 'function') die();
  return result.then(die);
}

/** Around a function that changes files: `describe` names what its arguments mean. */
function wrap(owner, name, describe) {
  const original = owner[name];
  owner[name] = function (...args) {
    const what = describe.call(this, args);
    if (what === undefined || !meets(`${name.replace('Sync', '')} ${what}`)) {
      return original.apply(this, args);
    }
    if (CRASH_HOW === 'before') die();
    if (CRASH_HOW === 'half' && /^write/.test(name)) {
      // What comes before the content is the target, what comes after it says how to open that.
      const first = owner === fs || owner === fs.promises ? 1 : 0;
      const opened = name.startsWith('writeFile') ? args.slice(first + 1) : [];
      const given = [...args.slice(0, first), half(args[first]), ...opened];
      return dieAfter(original.apply(this, given));
    }
    return dieAfter(original.apply(this, args));
  };
}

if (CRASH_LINKS === 'none') {
  const refused = () => Object.assign(new Error('EPERM: link'), { code: 'EPERM' });
  fs.linkSync = () => {
    throw refused();
  };
  fs.promises.link = () => Promise.reject(refused());
}

const text = (path) => (Buffer.isBuffer(path) ? path.toString() : String(path));
const one = ([path]) => text(path);
const two = ([from, to]) => `${text(from)} -> ${text(to)}`;
const writes = (flags) =>
  typeof flags === 'number' ? (flags & 3) !== 0 : /[wa+]/.test(flags ?? 'r');
const byDescriptor = ([fd]) => paths.get(fd);

for (const [name, describe] of [
  ['rename', two],
  ['link', two],
  ['symlink', two],
  ['copyFile', two],
  ['unlink', one],
  ['rmdir', one],
  ['mkdir', one],
  ['chmod', one],
  ['writeFile', ([target]) => (typeof target === 'number' ? undefined : text(target))],
]) {
  wrap(fs, `${name}Sync`, describe);
  wrap(fs.promises, name, describe);
}
wrap(fs, 'writeSync', byDescriptor);
wrap(fs, 'fsyncSync', byDescriptor);
wrap(fs, 'fchmodSync', byDescriptor);

const openSync = fs.openSync;
fs.openSync = (path, flags, mode) => {
  const creates = writes(flags);
  const dies = creates && meets(`create ${text(path)}`);
  if (dies && CRASH_HOW === 'before') die();
  const fd = openSync(path, flags, mode);
  if (dies) die();
  paths.set(fd, text(path));
  return fd;
};
const closeSync = fs.closeSync;
fs.closeSync = (fd) => {
  paths.delete(fd);
  closeSync(fd);
};
const open = fs.promises.open;
fs.promises.open = async (path, flags, mode) => {
  const dies = writes(flags) && meets(`create ${text(path)}`);
  if (dies && CRASH_HOW === 'before') die();
  const handle = await open(path, flags, mode);
  if (dies) die();
  for (const name of ['write', 'writeFile', 'sync', 'datasync', 'chmod']) {
    wrap(handle, name, () => text(path));
  }
  return handle;
};

if (CRASH_LOG !== undefined) {
  process.on('exit', () => real.writeFileSync(CRASH_LOG, log.map((line) => `${line}\n`).join('')));
}
