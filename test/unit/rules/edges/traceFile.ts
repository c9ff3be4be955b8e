import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createEdgeGuard,
  type HopVerdict,
  type SeenBeforeHop,
} from '../../../../src/rules/edges/edgeGuard';
import { EDGES, type WorkingRole } from '../../../../src/model/hops/roles';

const FOLDER = join(__dirname, 'traces');

/**
 * A trace: its first line says what it shows, each line with bars is a hop:
 * role | what was seen since the hop before | counts to researcher, coder, verifier | what the guard says.
 */
export interface Trace {
  readonly name: string;
  readonly about: string;
  readonly text: string;
}

export function traces(): readonly Trace[] {
  return readdirSync(FOLDER).map((name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    return { name, about: text.split('\n')[0] ?? '', text };
  });
}

/** The trace with what the guard really counts and says in its last two columns. */
export function replayed(text: string): string {
  const guard = createEdgeGuard({ verifiable: !text.includes('(nothing can be verified)') });
  return text
    .split('\n')
    .map((line) => {
      const [role = '', seen = ''] = line.split('|').map((cell) => cell.trim());
      if (!line.includes('|')) return line;
      const verdict = guard.hop(role as WorkingRole, seenOf(seen));
      const counts = EDGES.map((edge) => verdict.counters[edge]).join(' ');
      return [role.padEnd(10), seen.padEnd(70), counts, said(verdict)].join(' | ').trimEnd();
    })
    .join('\n');
}

function said({ verdict, progress, cycle }: HopVerdict): string {
  if (verdict.kind === 'stuck') return verdict.message;
  if (cycle !== undefined) return `${cycle.message} (${cycle.hops.join(', ')})`;
  return progress.why === '' ? '' : `progress: ${progress.why}`;
}

/** "query: where?; results: r1, r2; files: a.ts; state: s1; fails: A; passes; bests: 1; asks: do it" */
function seenOf(cell: string): SeenBeforeHop {
  const facts = new Map(
    cell
      .split(';')
      .map((fact) => fact.trim().split(': '))
      .map(([name = '', value = '']) => [name, value]),
  );
  const list = (name: string) => facts.get(name)?.split(', ');
  const failure = facts.get('fails');
  return {
    query: facts.get('query'),
    results: list('results'),
    changedPaths: list('files'),
    state: facts.get('state'),
    ...(failure === undefined ? {} : { testResults: { passed: false, failure } }),
    ...(facts.has('passes') ? { testResults: { passed: true, failure: '' } } : {}),
    bests: Number(facts.get('bests') ?? 0),
    request: facts.get('asks'),
  };
}
