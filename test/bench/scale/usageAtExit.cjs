// Preloaded into a command: when it exits, it writes what it has used to the file that DEVS_BENCH_USAGE names.
const { readFileSync, writeFileSync } = require('node:fs');

const TICKS_A_SECOND = 100;
const KIB = 1024;

/** The most memory that this program had at once. The kernel's `maxrss` would count that of whoever started it. */
function peakBytes() {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return Number(kib) * KIB;
  } catch {
    return process.resourceUsage().maxRSS * KIB;
  }
}

/** Time on a processor of what it started and waited for, with all that those waited for; 0 where nobody tells. */
function childrenMs() {
  try {
    const fields = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}

process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = { peakBytes: peakBytes(), ownMs: (user + system) / 1000, childrenMs: childrenMs() };
  writeFileSync(process.env.DEVS_BENCH_USAGE, JSON.stringify(usage));
});
