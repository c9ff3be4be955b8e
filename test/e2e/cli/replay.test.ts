import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { DEVS, DevsProcess, type Ended } from './devsProcess';

const STEP = { tool: 'bash', args: 'npm test', obs: '1 failing', thought: '', err: true };
const RUN = { id: 'looping', steps: Array.from({ length: 10 }, (_, i) => ({ i, ...STEP })) };

describe('devs replay as a process', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'devs-replay-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function replay(...words: readonly string[]): Promise<Ended> {
    const env = { ...process.env, DEVS_STATE_DIR: path.join(folder, 'state') };
    return new DevsProcess(['replay', ...words], { cwd: folder, env }).ended;
  }

  it('reads a recording in a folder without a devs.yaml, and leaves nothing there', async () => {
    const line = JSON.stringify(RUN);
    writeFileSync(path.join(folder, 'runs.jsonl.gz'), gzipSync(`${line}\n{"id":\n${line}\n`));
    const { code, stdout, stderr } = await replay('--json', 'runs.jsonl.gz');
    assert.equal(code, 1);
    assert.match(stderr, /^runs\.jsonl\.gz:2: The JSON ends before it is complete.*\n$/);
    const ids = stdout.trimEnd().split('\n');
    assert.deepEqual(
      ids.map((each) => (JSON.parse(each) as { id: string }).id),
      ['looping', 'looping'],
    );
    assert.deepEqual(readdirSync(folder), ['runs.jsonl.gz']);
  });

  it('takes the limits of the devs.yaml of the folder', async () => {
    writeFileSync(path.join(folder, 'runs.jsonl'), `${JSON.stringify(RUN)}\n`);
    const agents = 'agents: { a: { type: command, command: ["true"] } }\nagent: a\n';
    const limits = 'limits: { repeatedCalls: 7 }\n';
    const tasks = 'tasks:\n  - { id: t, title: T, goal: g }\n';
    writeFileSync(path.join(folder, 'devs.yaml'), `version: 1\n${agents}${limits}${tasks}`);
    const { code, stdout, stderr } = await replay('runs.jsonl');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /repeated call \(7 of 7\)/);
    const { stdout: told } = await replay('runs.jsonl', '--limit', 'repeatedCalls=5');
    assert.match(told, /repeated call \(5 of 5\)/);
  });

  it('says so where its output finds no room', () => {
    // Where a system has no such device, nothing can be told.
    if (!existsSync('/dev/full')) return;
    writeFileSync(path.join(folder, 'runs.jsonl'), `${JSON.stringify(RUN)}\n`);
    const command = '"$1" "$2" replay --json runs.jsonl > /dev/full';
    const { status, stderr } = spawnSync('bash', ['-c', command, 'bash', process.execPath, DEVS], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /^Devs could not write all of its output: ENOSPC.*\n$/);
  });

  it('ends quietly when its reader goes away', () => {
    mkdirSync(path.join(folder, 'history'));
    const lines = Array.from({ length: 3_000 }, () => JSON.stringify(RUN)).join('\n');
    writeFileSync(path.join(folder, 'history', 'many.jsonl'), lines);
    const command = '"$1" "$2" replay history | head -n 1; echo "${PIPESTATUS[0]}"';
    const { stdout, stderr } = spawnSync('bash', ['-c', command, 'bash', process.execPath, DEVS], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.match(stdout, /^■ looping .*\n0\n$/);
    assert.equal(stderr, '');
  });
});
