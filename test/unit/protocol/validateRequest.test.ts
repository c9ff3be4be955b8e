import { deepEqual, equal, match, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_LIST, MAX_TEXT } from '../../../src/protocol/messages';
import {
  MAX_NAME,
  MAX_TASK_IDS,
  METHODS,
  validateRequest,
} from '../../../src/protocol/validateRequest';

const request = (method: string, params: unknown) => ({ type: 'request', id: 1, method, params });
const accepts = (method: string, params: unknown): boolean =>
  validateRequest(request(method, params)).ok;
const acceptsTask = (task: unknown): boolean => accepts('addTasks', { tasks: [task] });

const asked = { taskId: 'a', id: '1', askedAt: '2026-11-21T21:30:00.000Z' };
const task = { id: 'a', title: 'A', goal: 'Do it.' };

describe('validating a request', () => {
  it('takes every method with its parameters, and hands them on unchanged', () => {
    const examples = [
      ['ready', {}],
      ['ready', { open: ['a'] }],
      ['openTasks', { taskIds: ['a', 'b'] }],
      ['openTasks', { taskIds: [] }],
      ['metrics', {}],
      ['run', {}],
      ['run', { taskIds: ['a', 'b'] }],
      ['pause', { now: false }],
      ['skip', { taskId: 'a' }],
      ['resume', { taskId: 'a' }],
      ['resume', { taskId: 'a', hint: 'Use the other API.', agent: 'codex' }],
      ['keepGoing', {}],
      ['checkAgain', { taskId: 'a' }],
      ['allowMore', { taskId: 'a' }],
      ['chooseAgent', { taskId: 'a' }],
      ['retry', { taskId: 'a' }],
      ['stopWaiting', { taskId: 'a' }],
      ['accept', { taskId: 'a' }],
      ['accept', { taskId: 'a', turn: 3 }],
      ['openReview', { taskId: 'a' }],
      ['sendBack', { taskId: 'a', turn: 3, text: 'Say more.' }],
      ['discard', { taskId: 'a', turn: 3 }],
      ['notALoop', { taskId: 'a' }],
      ['hint', { taskId: 'a', text: 'Look left.', now: true }],
      ['permit', { ...asked, allow: false }],
      ['permit', { ...asked, allow: true, always: 'workspace' }],
      ['answerQuestion', { ...asked, text: 'Half to even.' }],
      ['rewind', { taskId: 'a' }],
      ['rewind', { taskId: 'a', toTurn: 3 }],
      ['redo', { taskId: 'a' }],
      ['openChanges', { taskId: 'a', from: 0 }],
      ['openChanges', { taskId: 'a', from: 2, to: 3 }],
      ['replayTurn', { taskId: 'a', turn: 3 }],
      ['init', {}],
      ['moveTask', { taskId: 'a', to: 'before', other: 'b' }],
      ['findTasks', { text: '- [ ] one' }],
      ['addTasks', { tasks: [task, { ...task, verify: 'npm test' }] }],
      ['addTasks', { tasks: [{ ...task, agent: 'codex', dependsOn: ['a', 'b'] }] }],
      ['addTasks', { tasks: [{ ...task, priority: 26, link: 'https://a.example/issues/1' }] }],
      ['openConfig', {}],
      ['openConfig', { line: 3 }],
      ['openPlace', { taskId: 'a' }],
      ['openFile', { file: 'src/cart.js', line: 14 }],
      ['openTask', { taskId: 'a' }],
      ['openDocs', { about: 'entropy' }],
      ['openReport', { taskId: 'a' }],
      ['sessionProof', { session: 'claude.1.jsonl' }],
      ['sessionSeen', { session: 'claude.1.jsonl' }],
      ['sessionNotALoop', { session: 'claude.1.jsonl' }],
      ['rewindSession', { session: 'claude.1.jsonl' }],
      ['snoozeSession', { session: 'claude.1.jsonl', on: true }],
      ['makeTask', { session: 'claude.1.jsonl' }],
      ['guardAgents', {}],
      ['openRunReport', {}],
      ['copyRunReport', {}],
      ['exportRunReport', {}],
      ['openWorktree', { taskId: 'a' }],
      ['openWorktreeTerminal', { taskId: 'a' }],
      ['createPullRequest', { taskId: 'a' }],
      ['openOwner', {}],
      ['openFolder', {}],
      ['manageTrust', {}],
      ['tryDemo', {}],
    ] as const;
    for (const [method, params] of examples) {
      deepEqual(validateRequest(request(method, params)), {
        ok: true,
        request: request(method, params),
      });
    }
    deepEqual(new Set(examples.map(([method]) => method)), new Set(METHODS));
  });

  it('refuses keys that a method does not have, and lacks none that it needs', () => {
    equal(accepts('ready', { a: 1 }), false);
    equal(accepts('ready', { open: 'a' }), false);
    equal(accepts('openTasks', {}), false);
    equal(accepts('openTasks', { taskIds: [''] }), false);
    equal(accepts('openTasks', { taskIds: Array<string>(MAX_TASK_IDS + 1).fill('a') }), false);
    equal(accepts('pause', {}), false);
    equal(accepts('permit', { taskId: 'a', allow: true }), false);
    equal(accepts('permit', asked), false);
    equal(accepts('answerQuestion', { ...asked, text: '' }), false);
    equal(accepts('answerQuestion', { taskId: 'a', id: '1', text: 'x' }), false);
    equal(accepts('answerQuestion', { ...asked, text: 'x', by: 'me' }), false);
    equal(accepts('hint', { taskId: 'a', text: '', now: true }), false);
    equal(accepts('hint', { taskId: 'a', text: 'x' }), false);
    equal(accepts('permit', { ...asked, allow: 'yes' }), false);
    equal(accepts('permit', { ...asked, allow: true, always: 'everywhere' }), false);
    equal(accepts('permit', { ...asked, allow: true, rule: '*' }), false);
    equal(accepts('accept', { taskId: 'a', turn: 0 }), false);
    equal(accepts('rewind', { taskId: 'a', toTurn: -1 }), false);
    equal(accepts('rewind', { taskId: 'a', toTurn: 1.5 }), false);
    equal(accepts('openChanges', { taskId: 'a', to: 3 }), false);
    equal(accepts('resume', { taskId: 'a', hint: undefined }), false);
    equal(acceptsTask({ id: 'a', title: 'A' }), false);
    equal(acceptsTask({ ...task, agent: '' }), false);
    equal(acceptsTask({ ...task, dependsOn: 'a' }), false);
    equal(acceptsTask({ ...task, dependsOn: [''] }), false);
    equal(acceptsTask({ ...task, link: 'javascript:alert(1)' }), false);
    equal(acceptsTask({ ...task, link: 'https://user:secret@a.example/' }), false);
    equal(acceptsTask({ ...task, priority: 101 }), false);
    equal(accepts('addTasks', { tasks: [] }), false);
    equal(accepts('findTasks', { text: '' }), false);
    equal(accepts('findTasks', { from: ['/etc/passwd'] }), false);
    equal(accepts('moveTask', { taskId: 'a', to: 'above', other: 'b' }), false);
    equal(accepts('snoozeSession', { session: 'claude.1.jsonl' }), false);
    equal(accepts('sessionProof', { file: '/etc/passwd' }), false);
    equal(accepts('makeTask', { session: '' }), false);
    equal(accepts('openDocs', { about: '../../../etc/passwd' }), false);
  });

  it('refuses values out of range', () => {
    equal(accepts('openConfig', { line: 0 }), false);
    equal(accepts('openConfig', { line: 1.5 }), false);
    equal(accepts('skip', { taskId: '' }), false);
    equal(accepts('run', { taskIds: [] }), false);
  });

  it('takes texts up to their limit and nothing longer', () => {
    equal(accepts('skip', { taskId: 'x'.repeat(MAX_NAME) }), true);
    equal(accepts('skip', { taskId: 'x'.repeat(MAX_NAME + 1) }), false);
    equal(accepts('findTasks', { text: 'x'.repeat(MAX_LIST) }), true);
    equal(accepts('findTasks', { text: 'x'.repeat(MAX_LIST + 1) }), false);
    equal(acceptsTask({ ...task, goal: 'x'.repeat(MAX_TEXT) }), true);
    equal(acceptsTask({ ...task, goal: 'x'.repeat(MAX_TEXT + 1) }), false);
    const ids = Array<string>(MAX_TASK_IDS + 1).fill('a');
    equal(acceptsTask({ ...task, dependsOn: ids }), false);
    equal(accepts('run', { taskIds: Array<string>(MAX_TASK_IDS).fill('a') }), true);
    equal(accepts('run', { taskIds: Array<string>(MAX_TASK_IDS + 1).fill('a') }), false);
  });

  it('names the wrong place but never repeats what was sent', () => {
    const refused = validateRequest(request('skip', { taskId: ['secret'] }));
    ok(!refused.ok);
    match(refused.message, /parameters of "skip".*"taskId" is wrong/);
    equal(refused.message.includes('secret'), false);
  });

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true }), (raw) => {
        equal(validateRequest(raw).ok, false);
      }),
    );
  });
});
