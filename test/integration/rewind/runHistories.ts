import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

/** Histories in all, and processes that share them; each has a seed of its own and tells it. */
const HISTORIES = Number(process.argv[2] ?? 1_000);
const PROCESSES = 2;

/** Plays many histories; ends with 1 when one of them fails. */
async function main(): Promise<void> {
  const started = Date.now();
  const mocha = join(__dirname, '../../../node_modules/mocha/bin/mocha.js');
  const file = join(__dirname, 'rewindHistories.test.ts');
  const share = String(Math.ceil(HISTORIES / PROCESSES));
  const seed = Number(process.env['DEVS_HISTORIES_SEED'] ?? randomInt(0x7fff_0000));
  const ends = Array.from({ length: PROCESSES }, async (_, index) => {
    const child = spawn(process.execPath, [mocha, file], {
      env: {
        ...process.env,
        DEVS_HISTORIES: share,
        DEVS_HISTORIES_SEED: String(seed + index),
      },
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return code;
  });
  const codes = await Promise.all(ends);
  console.log(`${HISTORIES} histories in ${Math.round((Date.now() - started) / 1_000)} s`);
  if (codes.some((code) => code !== 0)) process.exitCode = 1;
}

void main();
