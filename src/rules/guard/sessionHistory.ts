import type { SessionRecord } from '../../model/guard/sessionRecord';
import type { SessionRewind, SessionTurn } from '../../model/guard/sessionRewind';
import { maskSecrets } from '../../text/maskSecrets';
import { EchoFilter } from './echoFilter';
import { visibleLine } from '../../text/visibleText';

/** Characters of a prompt that are kept. */
const MAX_ASKED = 300;

/** A rewind or redo of a session, and how it went. */
export interface RecordedRewind extends SessionRewind {
  /** Number of the newest turn at that time; 0 for none. */
  readonly afterTurn: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly status: 'applying' | 'done' | 'undone';
}

/** The checkpoint after a turn (0: before the first one), or the one at the next prompt; undefined for none. */
export function checkpointAfter(turns: readonly SessionTurn[], number: number): string | undefined {
  return turns[number - 1]?.after ?? turns[number]?.before;
}

/** The newest rewind that no redo undid: each redo undoes the newest one before it. */
export function newestRewind(all: readonly RecordedRewind[]): RecordedRewind | undefined {
  const left: RecordedRewind[] = [];
  for (const each of all) {
    if (each.status !== 'done') continue;
    if (each.what === 'rewind') left.push(each);
    else left.pop();
  }
  return left.at(-1);
}

/** A turn, and what its prompt tells. */
export interface PromptedTurn {
  readonly turn: SessionTurn;
  /** Id of the record of its prompt. */
  readonly prompt: string;
  /** As in that record. */
  readonly recording: string | undefined;
}

interface OpenTurn extends PromptedTurn {
  turn: SessionTurn;
  /** Id of the record of its newest stop. */
  stop?: string;
}

/** The checkpoint at the end of a turn, as a record notes it. */
interface EndOfTurn {
  readonly endedAt: string;
  readonly checkpoint: string;
  readonly late?: readonly string[];
}

function withoutEnd({ number, asked, startedAt, before }: SessionTurn): SessionTurn {
  return { number, asked, startedAt, ...(before !== undefined && { before }) };
}

/** The turns of a session with their checkpoints, and the rewinds of its files. */
export class SessionHistory {
  /** Real path of the folder that the newest checkpoint records; '' for none. */
  root = '';
  private readonly echoes = new EchoFilter();
  private readonly open: OpenTurn[] = [];
  private readonly recorded: RecordedRewind[] = [];

  /** Oldest first. */
  get turns(): readonly SessionTurn[] {
    return this.open.map(({ turn }) => turn);
  }

  /** The turns with what their prompts tell, oldest first. */
  get prompted(): readonly PromptedTurn[] {
    return this.open;
  }

  /** Oldest first. */
  get rewinds(): readonly RecordedRewind[] {
    return this.recorded;
  }

  /** Takes the next record. */
  observe(record: SessionRecord): void {
    if (this.echoes.isEcho(record)) return;
    const { id, at } = record;
    const newest = this.open.at(-1);
    switch (record.kind) {
      case 'prompt': {
        if (record.notice === true) break;
        const number = this.open.length + 1;
        const asked = visibleLine(maskSecrets(record.text), MAX_ASKED);
        const { recording } = record;
        this.open.push({ turn: { number, asked, startedAt: at }, prompt: id, recording });
        break;
      }
      case 'stop':
        if (newest !== undefined) {
          newest.stop = id;
          newest.turn = { ...newest.turn, endedAt: at };
        }
        break;
      case 'checkpoint':
        this.root = record.root;
        if (record.endedAt === undefined) this.addCheckpoint(record.of, record.checkpoint);
        else this.endTurn({ ...record, endedAt: record.endedAt });
        break;
      case 'interrupted':
        if (newest?.prompt === record.of) this.interrupt(newest, at);
        break;
      case 'ended':
        if (newest !== undefined && newest.turn.endedAt === undefined)
          newest.turn = { ...newest.turn, endedAt: at };
        break;
      case 'rewinding': {
        const { rewind, what, toTurn, from, to, paths } = record;
        const afterTurn = this.open.length;
        this.recorded.push({
          rewind,
          what,
          toTurn,
          from,
          to,
          paths,
          afterTurn,
          at,
          status: 'applying',
        });
        break;
      }
      case 'rewound':
        this.endRewind(record.rewind, record.isUndone === true ? 'undone' : 'done');
        break;
      case 'started':
      case 'call':
      case 'permission':
      case 'result':
      case 'request':
      case 'seen':
      case 'not a loop':
      case 'snoozed':
        break;
      default:
        record satisfies never;
    }
  }

  private addCheckpoint(of: string, checkpoint: string): void {
    for (const each of this.open) {
      if (each.prompt === of) each.turn = { ...each.turn, before: checkpoint };
      if (each.stop === of) {
        const { endedAt = '' } = each.turn;
        each.turn = { ...withoutEnd(each.turn), endedAt, after: checkpoint };
      }
    }
  }

  /** A turn ended of which the agent tells no stop. */
  private endTurn({ endedAt, checkpoint, late }: EndOfTurn): void {
    const ended = this.open.findLast(({ turn }) => turn.startedAt <= endedAt);
    if (ended === undefined) return;
    ended.turn = { ...withoutEnd(ended.turn), endedAt, after: checkpoint, ...(late && { late }) };
  }

  /** What was recorded at an earlier stop of the turn is not how it ended. */
  private interrupt(turn: OpenTurn, at: string): void {
    if (turn.turn.endedAt === at) return;
    turn.turn = { ...withoutEnd(turn.turn), endedAt: at };
  }

  private endRewind(id: string, status: RecordedRewind['status']): void {
    const at = this.recorded.findIndex(({ rewind }) => rewind === id);
    const found = this.recorded[at];
    if (found !== undefined) this.recorded[at] = { ...found, status };
  }
}
