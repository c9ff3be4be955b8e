/**
 * The palette's title, as in package.json and without its ellipsis, for each command of the terminal that has one there. A
 * test keeps them the same.
 */
export const COMMAND_TITLES: ReadonlyMap<string, string> = new Map([
  ['accept', 'Accept'],
  ['answer', 'Answer a Question'],
  ['clean', 'Clean Up Stored State'],
  ['demo', 'Try the Demo'],
  ['deny', 'Answer Permission Request'],
  ['discard', 'Discard'],
  ['doctor', 'Check Setup'],
  ['guard', 'Guard My Agents'],
  ['init', 'Create devs.yaml'],
  ['lessons', 'Lessons'],
  ['metrics', 'Show Metrics'],
  ['not-a-loop', 'This Was Not a Loop'],
  ['pause', 'Pause After This Turn'],
  ['permit', 'Answer Permission Request'],
  ['pr', 'Create Pull Request'],
  ['redo', 'Redo (Undo Rewind)'],
  ['replay', 'Show Timeline'],
  ['report', 'Show Run Report'],
  ['resume', 'Resume Task'],
  ['retry', 'Retry Task'],
  ['rewind', 'Rewind Task'],
  ['run', 'Run'],
  ['sessions', 'Guarded Sessions'],
  ['skip', 'Skip Task'],
  ['status', 'Open Dashboard'],
  ['stop-waiting', 'Stop Waiting'],
  ['unlock', 'Unlock Workspace'],
]);
