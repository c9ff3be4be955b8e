// Loaded before the demo's agent: turn n is played, without its usual delay, once the file `gate` beside the demo holds n
// or more, so that a test can look at what comes of each turn, however busy the machine is.
const { appendFileSync, readFileSync } = require('node:fs');

const gate = '../gate';
process.env.DEMO_DELAY_MS = '0';
appendFileSync(`${gate}.turns`, '.');
const turn = readFileSync(`${gate}.turns`, 'utf8').length;
const bell = new Int32Array(new SharedArrayBuffer(4));
while (Number(readFileSync(gate, 'utf8')) < turn) Atomics.wait(bell, 0, 0, 20);
