import type { GuardedProof } from '../../model/guard/guardedProof';
import type { ReplaySnapshot } from '../../protocol/replay/replayMessages';
import { describeFinding, describeSessionFacts } from '../../reports/guard/describeSession';
import { coalesce } from '../folders/coalesce';
import { pickStepLimits } from './pickStepLimits';
import type { ReplayTools } from './recordedRuns';
import { runLine } from './runLine';
import type { OpenRun } from './runTimeline';
import type { TimelineSource } from './timelineSource';

/** Dependencies of `ProofSession`. */
export interface ProofSessionOptions {
  /** What reads the file of a session, and reads on at each call; undefined for another file. */
  readonly readerOf: (file: string) => { read(): Promise<GuardedProof> } | undefined;
  /** Calls back when sessions may have changed. */
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  readonly callGroups: ReplayTools['callGroups'];
  readonly askedLine: ReplayTools['askedLine'];
  readonly now: () => Date;
  /** Called when the view changed; must not throw. */
  readonly onChange: () => void;
}

/** Key of its only run. */
const KEY = 0;
/** They do not matter: nothing is found again. */
const LIMITS = pickStepLimits(undefined);

/** The proof of a guarded session as a timeline: what was found and answered while it ran; nothing is judged again. */
export class ProofSession implements TimelineSource {
  private opened: OpenRun | undefined;
  private facts = '';
  private problem: { readonly file: string; readonly message: string } | undefined;
  private isRead = false;
  private isDisposed = false;
  private revision = 0;
  private file = '';
  private reader: ReturnType<ProofSessionOptions['readerOf']>;
  private subscription: { dispose(): void } | undefined;
  private readonly readOn = coalesce(async (): Promise<void> => {
    try {
      const proof = await this.reader?.read();
      if (proof !== undefined) this.take(proof);
    } catch (error) {
      this.problem = { file: this.file, message: `This session cannot be read: ${String(error)}` };
    }
    this.isRead = true;
    if (!this.isDisposed) this.options.onChange();
  });

  constructor(private readonly options: ProofSessionOptions) {}

  /** Reads the file of the session, the first of `files`, and follows it; settles when it is read so far. */
  async addFiles([file = '']: readonly string[]): Promise<void> {
    const { readerOf, onDidChange } = this.options;
    this.file = file;
    this.reader ??= readerOf(file);
    this.subscription ??= onDidChange(() => void this.readOn());
    await this.readOn();
  }

  /** Nothing is found again under other limits. */
  setLimits(): Promise<void> {
    return Promise.resolve();
  }

  /** The current view under the next revision. */
  snapshot(): ReplaySnapshot {
    const { opened, problem, facts, options } = this;
    const run = opened && { ...runLine(KEY, opened.run, options.askedLine, {}), saved: 0, facts };
    return {
      revision: ++this.revision,
      view: {
        ...{ busy: !this.isRead, isProof: true, files: 1, limits: LIMITS, usualLimits: LIMITS },
        summary: { runs: 1, steps: run?.stepCount ?? 0, stuck: 0, suspect: 0, saved: 0 },
        runs: run === undefined ? [] : [run],
        problems: problem === undefined ? [] : [problem],
        problemCount: problem === undefined ? 0 : 1,
      },
    };
  }

  /** The steps of the session; undefined for another key, and before they are read. */
  open(key: number): Promise<OpenRun | undefined> {
    return Promise.resolve(key === KEY ? this.opened : undefined);
  }

  dispose(): void {
    this.isDisposed = true;
    this.subscription?.dispose();
  }

  private take({ session, steps, findings }: GuardedProof): void {
    const { callGroups, now } = this.options;
    const { id, file, asked, agent } = session;
    const fires = findings.map(({ verdict }) => verdict);
    this.opened = {
      key: KEY,
      run: { ...{ id, file, steps, fires }, ...(asked !== '' && { asked }) },
      groups: callGroups(steps),
      answered: new Map(
        findings.map((each) => [each.verdict, describeFinding(each, agent, now())]),
      ),
    };
    this.facts = describeSessionFacts(session, now());
  }
}
