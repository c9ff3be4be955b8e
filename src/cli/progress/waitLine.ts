import type { DevsEvent } from '../../model/events/devsEvent';
import type { TurnPhase } from '../../ports/runObserver';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { clockTime, timeLeft } from '../../text/time';

/** Tasks that the line names; the rest is only counted. */
const MAX_NAMED = 5;

/** The lines that say what a run that sleeps waits for. */
export interface WaitLines {
  /** Call it for each event, in order: a wait is not repeated after its own line. */
  onEvent(event: DevsEvent): void;
  of(phase: TurnPhase): readonly string[];
}

/** `now`: wall-clock time. */
export function createWaitLines(style: Style, now: () => Date): WaitLines {
  let scheduled = '';
  return {
    onEvent: (event) => {
      if (event.event === 'attempt_recorded') scheduled = '';
      if (event.event !== 'retry_scheduled') return;
      scheduled = `${event.taskId} ${event.data.until}`;
    },
    of: (phase) => {
      if (phase.phase !== 'waiting' || phase.asleep === undefined) return [];
      const { waits, needsHuman } = phase.asleep;
      const isReported = `${phase.taskId} ${phase.until}` === scheduled;
      if (isReported && waits.length === 1 && needsHuman.length === 0) return [];
      const named = waits.slice(0, MAX_NAMED).map(({ taskId, until, reason }, index) => {
        const why = index === 0 && reason !== '' ? `: ${reason}` : '';
        return printableLine(`${taskId} until ${clockTime(until, now())}${why}`);
      });
      const more = waits.length > MAX_NAMED ? [`${waits.length - MAX_NAMED} more`] : [];
      const needing = needsHuman.map(printableLine).join(', ');
      const verb = needsHuman.length === 1 ? 'needs' : 'need';
      const left = timeLeft(phase.until, now());
      return [
        `${style.yellow('…')} nothing else can run: sleeping (the next one ${left})`,
        `  waiting: ${[...named, ...more].join('; ')}`,
        ...(needing === '' ? [] : [`  ${needing} ${verb} you`]),
      ];
    },
  };
}
