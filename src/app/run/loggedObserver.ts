import type { EventLog } from '../../ports/eventLog';
import type { RunObserver } from '../../ports/runObserver';

/**
 * Wraps an observer so that each event is also appended to the log. The first write failure is
 * reported as a warning.
 */
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
