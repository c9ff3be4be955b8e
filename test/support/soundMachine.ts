import type { Machine } from '../../src/ports/machine';
import type { Trials } from '../../src/ports/trials';

/** A machine on which everything is in order, but for what is changed. */
export function soundMachine(change: Partial<Machine> = {}): Machine {
  return {
    node: '22.11.0',
    platform: 'Linux 6.8 (x64)',
    locate: (program) => Promise.resolve({ kind: 'found', file: `/usr/bin/${program}` }),
    gitProgram: () => '/usr/bin/git',
    git: () => Promise.resolve({ kind: 'found', version: '2.47.0', workspace: 'repository' }),
    stateFolder: () =>
      Promise.resolve({ directory: '/state/shop', exists: true, freeBytes: 80_000_000_000 }),
    containment: () => Promise.resolve({ kind: 'adopted', by: '/usr/bin/perl' }),
    hasModelKey: () => Promise.resolve(false),
    ...change,
  };
}

/** Programs that all answer as they should, but for what is changed. */
export function soundTrials(change: Partial<Trials> = {}): Trials {
  const end = { kind: 'exit', code: 0 } as const;
  return {
    version: () => Promise.resolve({ end, output: '1.2.3\n' }),
    agent: () => Promise.resolve({ end, reply: 'ready', errorTail: '', transcript: '' }),
    verify: () =>
      Promise.resolve({
        ...{ end, outputTail: '', output: '# tests 3\n# pass 3\n# fail 0\n' },
        ...{ durationMs: 1_200, transcript: '' },
      }),
    ...change,
  };
}
