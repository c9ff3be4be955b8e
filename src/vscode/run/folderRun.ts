import type { LogOutputChannel } from 'vscode';
import type { RunAnswer } from '../../app/api/answers';
import type { Resumption, RunRequest } from '../../app/api/requests';
import type { EventOf } from '../../model/events/devsEvent';
import { structuredEvent } from '../../model/events/structuredEvent';
import type { Answer } from '../../ports/answer';
import { loopLog } from '../../reports/task/loopLog';
import { eventLine, phaseLine } from './eventLine';
import type { FolderApp } from '../folders/folderApp';
import { sanitizeLine } from '../text/sanitizeLabel';
import { escapeInvisible } from '../../text/invisible';

/** Longest warning in the output channel, in characters. */
const MAX_WARNING = 2_000;

/** What to run and where to log events. */
export interface FolderRunOptions {
  readonly folder: FolderApp;
  /** Absent: all. */
  readonly taskIds: readonly string[] | undefined;
  /** Applied before the run, under the same lease. */
  readonly first?: Resumption | undefined;
  readonly log: LogOutputChannel;
  /** Called when 80 % of a budget are used; absent: nobody is told. */
  readonly onBudget?: ((folder: FolderApp, event: EventOf<'budget_used'>) => void) | undefined;
}

/** One run of this window, from its start to its end. */
export class FolderRun {
  /** Resolves with the first event of the run, or with the refusal. */
  readonly started: Promise<Answer>;
  /** Resolves with the end of the run; never rejects. */
  readonly ended: Promise<RunAnswer>;
  private readonly abort = new AbortController();
  private begun = false;
  private resumedAnswer: Answer | undefined;

  constructor(private readonly options: FolderRunOptions) {
    let begin: (answer: Answer) => void = () => undefined;
    const firstEvent = new Promise<Answer>((resolve) => (begin = resolve));
    this.ended = this.perform(() => {
      this.begun = true;
      begin({ ok: true, message: 'The run has started.' });
    });
    this.started = Promise.race([firstEvent, this.ended]);
  }

  /** False for a run that was refused. */
  get hasBegun(): boolean {
    return this.begun;
  }

  /** Answer to `first`; undefined while it was not applied because another process has the lease. */
  get resumed(): Answer | undefined {
    return this.resumedAnswer;
  }

  /** Ends the running turn at once. */
  cancel(): void {
    this.abort.abort();
  }

  private async perform(begun: () => void): Promise<RunAnswer> {
    const { folder, log } = this.options;
    try {
      return await folder.app.run(this.request(begun));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log.error(error instanceof Error ? error : message);
      return { ok: false, message };
    } finally {
      folder.noteTurnEnd();
    }
  }

  private request(begun: () => void): RunRequest {
    const { folder, log, taskIds, first, onBudget } = this.options;
    const onAnswer = (answer: Answer): void => void (this.resumedAnswer = answer);
    const name = folder.folder.name;
    return {
      ...(taskIds === undefined ? {} : { taskIds }),
      ...(first === undefined ? {} : { first: { request: first, onAnswer } }),
      isAttended: true,
      signal: this.abort.signal,
      observer: {
        onEvent: (event) => {
          begun();
          if (event.event === 'turn_ended') folder.noteTurnEnd(event.taskId);
          if (event.event === 'budget_used') onBudget?.(folder, event);
          log.info(`[${name}] ${eventLine(event)}`);
          for (const line of loopLog(event)) log.info(sanitizeLine(line, MAX_WARNING));
          log.debug(escapeInvisible(JSON.stringify(structuredEvent(event))));
        },
        onPhase: (phase) => {
          folder.notePhase(phase);
          log.debug(`[${name}] ${phaseLine(phase)}`);
        },
        present: (report) =>
          log.warn(`[${name}] ${report.taskId} needs you: its report is written`),
        onWarning: (message) => log.warn(`[${name}] ${sanitizeLine(message, MAX_WARNING)}`),
      },
    };
  }
}
