import assert from 'node:assert/strict';
import { runJobs, type Job, type JobResult } from '../../support/jobs';

const CORES = 2;

function job(name: string, more: Partial<Job> = {}): Job {
  return { name, command: '', seconds: 1, load: 1, ...more };
}

/** Runs jobs that end when the test says so. */
class Machine {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, (passed: boolean) => void>();

  run(jobs: readonly Job[]): Promise<readonly JobResult[]> {
    return runJobs(jobs, CORES, {
      run: (each) => {
        this.begun.push(each.name);
        return new Promise((done) => {
          this.ends.set(each.name, (passed) =>
            done({ job: each, passed, output: `${each.name} wrote this`, seconds: 1 }),
          );
        });
      },
    });
  }

  /** Ends a job and lets what waits for it begin. */
  async end(name: string, passed = true): Promise<void> {
    this.ends.get(name)?.(passed);
    await new Promise(setImmediate);
  }
}

describe('jobs side by side', () => {
  it('begin with the longest and keep no more processors busy than there are', async () => {
    const machine = new Machine();
    const all = machine.run([job('a'), job('b', { seconds: 3 }), job('c', { seconds: 2 })]);
    assert.deepEqual(machine.begun, ['b', 'c']);
    await machine.end('c');
    assert.deepEqual(machine.begun, ['b', 'c', 'a']);
    await machine.end('a');
    await machine.end('b');
    assert.deepEqual(
      (await all).map(({ job: { name } }) => name),
      ['c', 'a', 'b'],
    );
  });

  it('that mostly wait run beside those that compute, and a short one fills a gap', async () => {
    const machine = new Machine();
    const all = machine.run([
      job('computing', { seconds: 9 }),
      job('waiting', { seconds: 8, load: 0.5 }),
      job('too much', { seconds: 7 }),
      job('waiting too', { seconds: 6, load: 0.5 }),
    ]);
    assert.deepEqual(machine.begun, ['computing', 'waiting', 'waiting too']);
    await machine.end('computing');
    assert.deepEqual(machine.begun.at(-1), 'too much');
    for (const name of ['waiting', 'waiting too', 'too much']) await machine.end(name);
    await all;
  });

  it('begin early when a long one waits for them', async () => {
    const machine = new Machine();
    const install = job('install', { seconds: 1 });
    const browser = job('browser', { seconds: 9, after: ['install'] });
    const all = machine.run([job('a', { seconds: 5 }), job('b', { seconds: 4 }), browser, install]);
    assert.deepEqual(machine.begun, ['install', 'a']);
    await machine.end('install');
    assert.deepEqual(machine.begun, ['install', 'a', 'browser']);
    for (const name of ['a', 'browser', 'b']) await machine.end(name);
    await all;
  });

  it('that wait for a failed one are not run, and say why; the others are', async () => {
    const machine = new Machine();
    const all = machine.run([
      job('compile', { seconds: 5 }),
      job('tests', { after: ['compile'] }),
      job('report', { after: ['tests'] }),
      job('lint'),
    ]);
    await machine.end('compile', false);
    await machine.end('lint');
    const results = await all;
    assert.deepEqual(machine.begun, ['compile', 'lint']);
    assert.deepEqual(
      results.filter(({ passed }) => !passed).map((result) => [result.job.name, result.output]),
      [
        ['compile', 'compile wrote this'],
        ['tests', 'Not run: compile failed.\n'],
        ['report', 'Not run: tests failed.\n'],
      ],
    );
  });

  it('wait for none that is not among them', async () => {
    const machine = new Machine();
    const all = machine.run([job('tests', { after: ['compile'] })]);
    assert.deepEqual(machine.begun, ['tests']);
    await machine.end('tests');
    await all;
  });

  it('that need more processors than there are run alone', async () => {
    const machine = new Machine();
    const all = machine.run([job('huge', { load: 5 }), job('small', { seconds: 0.1 })]);
    assert.deepEqual(machine.begun, ['huge']);
    await machine.end('huge');
    assert.deepEqual(machine.begun, ['huge', 'small']);
    await machine.end('small');
    await all;
  });
});
