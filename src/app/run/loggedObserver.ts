import type { EventLog } from '../../ports/eventLog';
import type { RunObserver } from '../../ports/runObserver';

/** The observer, with each event in the log as well; that it cannot be written is a warning, once. */
export function loggedObserver(observer: RunObserver, log: EventLog): RunObserver {
  let warned = false;
  return {
    onEvent: (event) => {
      const problem = log.append(event);
      observer.onEvent(event);
      if (problem === undefined || warned) return;
      warned = true;
      observer.onWarning(problem);
    },
    onPhase: (phase) => observer.onPhase(phase),
    present: (report, issue) => observer.present(report, issue),
    onWarning: (message) => observer.onWarning(message),
  };
}
