import type { TurnReader } from '../../app/turn/turnReader';
import type { TurnSteps } from '../../protocol/taskPage/taskPageView';
import { coalesce } from '../folders/coalesce';
import { changedSteps, wholeTurn, type SentTurn } from './turnSteps';

/** Dependencies of `TurnFollower`. */
export interface TurnFollowerOptions {
  readonly turn: number;
  readonly reader: TurnReader;
  readonly isRunning: () => boolean;
  readonly nextRevision: () => number;
  readonly send: (steps: TurnSteps) => void;
  readonly report: (error: unknown) => void;
}

/** A reading may take this share of the time at most: transcripts are read as a whole. */
const SHARE = 0.2;

/** Sends the steps of one turn: all of them once, then what changes. */
export class TurnFollower {
  private sent: SentTurn | undefined;
  private revision = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private notBefore = 0;
  private closed = false;
  private readonly read = coalesce(() => this.readNow());

  constructor(private readonly options: TurnFollowerOptions) {}

  get turn(): number {
    return this.options.turn;
  }

  get reader(): TurnReader {
    return this.options.reader;
  }

  /** All steps as they are now. */
  async whole(): Promise<TurnSteps> {
    const now = await this.read();
    this.sent = now;
    this.revision = this.options.nextRevision();
    return wholeTurn(now, this.revision);
  }

  /** Something happened in the folder: sends what changed, soon. */
  update(): void {
    if (this.closed || this.timer !== undefined) return;
    const wait = Math.max(0, this.notBefore - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.sendChange().catch(this.options.report);
    }, wait);
  }

  dispose(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async sendChange(): Promise<void> {
    const now = await this.read();
    const { sent: before } = this;
    if (this.closed || before === undefined) return;
    const base = this.revision;
    const revision = this.options.nextRevision();
    const change = changedSteps(before, now, { base, revision });
    if (change === undefined) return;
    this.sent = now;
    this.revision = revision;
    this.options.send(change);
  }

  private async readNow(): Promise<SentTurn> {
    const { turn, reader, isRunning } = this.options;
    // Asked first: what is written before its end is then read.
    const running = isRunning();
    const from = performance.now();
    const reading = await reader.read();
    this.notBefore = performance.now() + (performance.now() - from) / SHARE;
    return { turn, running, reading };
  }
}
