import type { SessionCall } from '../../../model/guard/sessionRecord';
import { isRefusal } from '../../../model/guard/refusalTexts';
import { isSessionRecord } from '../../../model/guard/toSessionRecord';
import type { RecordingItem } from '../../../model/steps/replayedRun';
import type { LineReader } from '../parts/lineReader';
import type { Place } from '../parts/place';
import type { RunBuilder } from '../parts/runBuilder';
import { createSessionReader } from '../parts/sessionReader';

/** Reads the file of a session that Devs guards: a run, and one for each sub-agent. */
export function createGuardedSessionReader(place: Place): LineReader {
  const ended = new Set<string>();
  const reader = createSessionReader(place, {
    sessionOf: ({ thread }) =>
      typeof thread === 'string' ? `${place.name}, sub-agent ${thread}` : place.name,
    readLine: (run, line) => readLine(run, line, ended),
  });
  return { ...reader, end: () => reader.end().map(countFromOne) };
}

/** As the guard numbers the steps. */
function countFromOne(item: RecordingItem): RecordingItem {
  if (item.kind === 'problem') return item;
  const steps = item.run.steps.map(({ number, madeWith, ...step }) => ({
    ...step,
    number: number + 1,
    ...(madeWith === undefined ? {} : { madeWith: madeWith + 1 }),
  }));
  return { kind: 'run', run: { ...item.run, steps } };
}

/** `ended`: ids of calls that ended. */
function readLine(run: RunBuilder, line: unknown, ended: Set<string>): void {
  if (!isSessionRecord(line)) return;
  switch (line.kind) {
    case 'prompt':
      run.addUserMessage(line.text);
      break;
    case 'call':
      run.addCall(toCall(line));
      break;
    case 'result': {
      // Some agents tell of a refused call as of one that ended.
      if (isRefusal(line.result)) break;
      const call = toCall(line);
      const isOpen = run.isOpen(call.id);
      // By the hooks of the user and by those of the project.
      const isReportedTwice = !isOpen && line.call !== undefined && ended.has(line.call);
      if (isReportedTwice) break;
      ended.add(call.id);
      // Its beginning may not have been reported.
      if (!isOpen) run.addCall(call);
      const { result, error } = line;
      run.addResult(call.id, { result, ...(error === undefined ? {} : { error }) });
      break;
    }
    case 'stop':
      // The text is a step of its own.
      run.startResponse(line.id);
      run.addText(line.text);
      run.startResponse(undefined);
      break;
    case 'permission':
    case 'request':
    case 'started':
    case 'ended':
    case 'seen':
    case 'not a loop':
    case 'snoozed':
    case 'checkpoint':
    case 'interrupted':
    case 'rewinding':
    case 'rewound':
      break;
    default:
      line satisfies never;
  }
}

/** An agent that gives its calls no ids makes no two equal ones at once. */
function toCall({ tool, args, call = JSON.stringify([tool, args]) }: SessionCall) {
  return { tool, args, id: call };
}
