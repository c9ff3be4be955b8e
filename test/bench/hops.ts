import { statSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../src/platform/state/files/durableFile';
import { createEdgeGuard } from '../../src/rules/edges/edgeGuard';
import { lexicalSimilarity } from '../../src/rules/similarity/lexicalSimilarity';
import type { Hop } from '../../src/model/hops/hop';
import type { HeldLease } from '../../src/ports/workspaceState';
import { alternately } from './alternately';
import { held, stateIn } from './benchState';
import { readPairs, TUNED } from './requestPairs';
import { inScratchFolder } from './scratchFolder';
import { timeTable, type Series, type Table } from './table';
import { recordTurn, startTurn } from './turnSamples';

const TURNS_BEFORE = 1_000;
const RECORDING = { runs: 100, atLeast: 30, withinMs: 6_000 };
const JUDGING = { runs: 100, atLeast: 20, withinMs: 4_000 };
/** Hops that one judging takes, requests that one is compared with. */
const HOPS = 24;
const EARLIER = 20;

/**
 * What a hop costs besides its agent: writing its start and its end into the state (the peer writes two
 * files of the same size), the edge guard's judgement, and comparing a request with earlier ones (the
 * peer: the cosine of their plain character trigrams).
 */
export async function measureHops(): Promise<Table> {
  return timeTable('Inside a turn', [...(await recording()), ...(await judging())]);
}

async function recording(): Promise<readonly Series[]> {
  return inScratchFolder(async (folder) => {
    const lease = await held(stateIn(folder)());
    const record = createRecorder(lease);
    const database = join(folder, 'state', 'devs.db');
    const peerFile = join(folder, 'peer');
    const { hop, peer } = await alternately(RECORDING, {
      hop: () => timed(record),
      peer: () => {
        const bytes = Buffer.alloc(statSync(database).size, 'x');
        return timed(() => {
          writeDurably(peerFile, bytes);
          writeDurably(peerFile, bytes);
        });
      },
    });
    lease.release();
    const what = `start and end of a hop, ${TURNS_BEFORE.toLocaleString('en')} turns recorded`;
    return [
      { what, ms: hop, peer },
      { what: 'peer: two files written', ms: peer },
    ];
  });
}

/** Records hops of a turn that runs. */
function createRecorder({ store }: HeldLease): () => void {
  store.transaction(() => {
    store.upsertTask('add-login', 'Add login');
    for (let number = 1; number <= TURNS_BEFORE; number += 1)
      recordTurn(store, 'add-login', number);
  });
  const turnId = startTurn(store, 'add-login', TURNS_BEFORE + 1);
  let number = 0;
  return () => {
    number += 1;
    store.putHop(turnId, hopOf(number));
    store.putHop(turnId, { ...hopOf(number), outcome: 'answered', answer: 'done', durationMs: 1 });
  };
}

function hopOf(number: number): Hop {
  return {
    ...{ number, kind: 'edge', from: 'planner', to: 'coder', agent: 'claude' },
    reason: 'the cause is known now, the change is small',
    request: 'Round the total to whole cents in src/cart.ts and add a test for 9.725',
    ...{ outcome: 'running', answer: '', startedAt: '2026-01-01T00:00:00.000Z', transcript: '' },
    edge: { name: 'planner_to_coder', count: 1, limit: 5 },
  };
}

async function judging(): Promise<readonly Series[]> {
  const requests = readPairs(TUNED).map(({ a }) => a);
  const [asked = '', ...others] = requests;
  const earlier = others.slice(0, EARLIER);
  const { guard, compared, peer } = await alternately(JUDGING, {
    guard: () => timed(() => takeHops(requests)),
    compared: () => timed(() => earlier.forEach((one) => lexicalSimilarity(asked, one))),
    peer: () => timed(() => earlier.forEach((one) => trigramCosine(asked, one))),
  });
  return [
    { what: `the edge guard, ${HOPS} hops`, ms: guard },
    { what: `a request compared with ${EARLIER}`, ms: compared, peer },
    { what: 'peer: their character trigrams', ms: peer },
  ];
}

function takeHops(requests: readonly string[]): void {
  const guard = createEdgeGuard({ limits: { planner_to_researcher: 100, planner_to_coder: 100 } });
  for (let hop = 0; hop < HOPS; hop += 1) {
    const request = requests[hop] ?? '';
    guard.hop(hop % 2 === 0 ? 'researcher' : 'coder', { request, query: request });
  }
}

function trigramCosine(a: string, b: string): number {
  const [ofA, ofB] = [trigrams(a), trigrams(b)];
  let shared = 0;
  for (const [trigram, count] of ofA) shared += count * (ofB.get(trigram) ?? 0);
  return shared / (lengthOf(ofA) * lengthOf(ofB));
}

function trigrams(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let at = 0; at + 3 <= text.length; at += 1) {
    const trigram = text.slice(at, at + 3).toLowerCase();
    found.set(trigram, (found.get(trigram) ?? 0) + 1);
  }
  return found;
}

function lengthOf(counts: ReadonlyMap<string, number>): number {
  return Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
}

function timed(work: () => void): Promise<number> {
  const start = performance.now();
  work();
  return Promise.resolve(performance.now() - start);
}
