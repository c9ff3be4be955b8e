import {
  MAX_CHAIN,
  recordCollaborationLoop,
  REPEATED_REQUEST,
  type CollaborationEvent,
} from '../../rules/requests/collaborationLoop';
import { MAX_HOP_TEXT, type InTurnLoop } from '../../model/hops/hop';
import type { RequestSimilarity } from '../similarity/requestSimilarity';
import { truncate } from '../../text/truncate';

/** A recorded request. */
export interface MadeRequest extends CollaborationEvent {
  /** The number of its hop; "turn/hop" for one of an earlier turn. */
  readonly at: string;
  /** The agent could not be asked. */
  readonly refused: boolean;
}

/** An answer, and the state of the workspace at that time. */
export interface GivenAnswer {
  readonly text: string;
  /** Fingerprint. */
  readonly state: string;
}

/** Earlier occurrences of a new request. */
export interface RepeatedRequest {
  /** Earlier equal requests, oldest first; [] for none. */
  readonly sameAs: readonly string[];
  /** The newest answer to the same request of this turn; absent for none. */
  readonly answer?: GivenAnswer;
}

/** Counters and requests at the start of a turn. */
export interface LedgerStart {
  /** Entropy at which a strategy has failed, and entropy before the turn. */
  readonly threshold: number;
  readonly entropy: number;
  /** Requests of earlier turns that count, oldest first. */
  readonly earlier: readonly MadeRequest[];
}

/** Requests between agents in one turn, shared by all its calls. */
export class RequestLedger {
  /** Number of repeated requests, each of which raises entropy by one (docs/decisions/loop-detection-algorithm.md). */
  rounds = 0;
  /** The loop that ends the turn; undefined for none. */
  loop: InTurnLoop | undefined;
  private chain: readonly MadeRequest[];
  private readonly answers = new Map<string, GivenAnswer>();
  private readonly proof = new Set<number>();

  constructor(private readonly start: LedgerStart) {
    this.chain = start.earlier.slice(-MAX_CHAIN);
  }

  /** Records a request: counts it, and finds the loop if it exceeds the limit. */
  async note(made: MadeRequest, similarity: RequestSimilarity): Promise<RepeatedRequest> {
    const comparable = this.chain.filter((earlier) => isComparable(earlier, made));
    const isEarlier = ({ at }: MadeRequest): boolean => at.includes('/');
    const found = [
      await repeats(
        comparable.filter(isEarlier),
        { ...made, request: kept(made.request) },
        similarity,
      ),
      await repeats(
        comparable.filter((one) => !isEarlier(one)),
        made,
        similarity,
      ),
    ];
    const same = found.flat();
    this.chain = [...this.chain, made].slice(-MAX_CHAIN);
    if (same.length > 0) this.countRound([...same, made], loopText(made, same.length));
    const answer = same.flatMap(({ at }) => this.answers.get(at) ?? []).at(-1);
    return { sameAs: same.map(({ at }) => at), ...(answer && { answer }) };
  }

  /** Keeps the answer to a request of this turn. */
  keepAnswer(at: string, answer: GivenAnswer): void {
    this.answers.set(at, answer);
  }

  /** Called after progress inside the turn: earlier requests no longer count. */
  reset(): void {
    this.rounds = 0;
    this.chain = [];
    this.proof.clear();
  }

  private countRound(requests: readonly MadeRequest[], message: string): void {
    this.rounds += 1;
    for (const { at } of requests) if (!at.includes('/')) this.proof.add(Number(at));
    if (this.loop !== undefined || this.start.entropy + this.rounds < this.start.threshold) return;
    const hops = [...this.proof].sort((a, b) => a - b);
    this.loop = { detector: 'collaboration loop', message, hops };
  }
}

/** Whether both are between the same agents; a refused request is also compared with other refused ones. */
function isComparable(earlier: MadeRequest, { from, to, refused }: MadeRequest): boolean {
  return earlier.from === from && earlier.to === to && (refused || !earlier.refused);
}

/** Finds the equal requests of the chain. */
async function repeats(
  chain: readonly MadeRequest[],
  made: MadeRequest,
  similarity: RequestSimilarity,
): Promise<readonly MadeRequest[]> {
  const { similarities, sameAbove } = await similarity.compare(
    made.request,
    chain.map(({ request }) => request),
  );
  const of = (place: number): number => similarities[place] ?? 0;
  const { same } = recordCollaborationLoop(chain, made, { sameAbove, of });
  return same.flatMap((place) => chain[place] ?? []);
}

/** Truncates a request as in the record of earlier turns. */
function kept(request: string): string {
  return truncate(request, MAX_HOP_TEXT);
}

function loopText({ from, to }: MadeRequest, times: number): string {
  return `${REPEATED_REQUEST}: ${from} asked ${to} the same ${times + 1} times without progress`;
}
