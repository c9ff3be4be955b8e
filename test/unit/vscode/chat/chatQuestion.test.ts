import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAT_COMMANDS, readQuestion } from '../../../../src/vscode/chat/chatQuestion';
import { tasksOf, type ChatTask } from '../../../../src/vscode/chat/chatAnswer';
import { CHAT_PARTICIPANT } from '../../../../src/vscode/contributions/contributions';
import { task } from '../overviews';
import { chatTasks, folder, paused } from './chatSamples';

const TASKS = chatTasks(
  paused('fix-it', { title: 'Fix the cart' }),
  task('fix-it-again', { title: 'Fix the cart again' }),
  task('docs', { title: 'Write the docs', status: 'done' }),
);

const ids = (tasks: readonly ChatTask[]): readonly string[] => tasks.map((each) => each.task.id);

/** What was read, with ids for tasks. */
function read(command: string | undefined, prompt: string, tasks = TASKS): unknown {
  const question = readQuestion({ command, prompt }, tasks);
  switch (question.kind) {
    case 'tasks':
      return ['tasks', ...ids(question.tasks)];
    case 'why':
      return ['why', question.task.task.id];
    case 'resume':
      return ['resume', question.task.task.id, question.hint];
    case 'choose':
      return ['choose', question.action, ids(question.among), question.unknown, question.hint];
    case 'lessons':
      return ['lessons', question.words];
    case 'status':
      return question.kind;
    default:
      return question satisfies never;
  }
}

describe('a question in the chat', () => {
  it('is about all tasks without a task in it', () => {
    assert.equal(read('status', ''), 'status');
    assert.equal(read(undefined, 'How is it going?'), 'status');
    assert.equal(read(undefined, 'prefix-it docsify'), 'status');
  });

  it('is about the tasks that it names by id or title, in any case', () => {
    assert.deepEqual(read(undefined, 'What about "fix-it"?'), ['tasks', 'fix-it']);
    assert.deepEqual(read('status', 'Fix the CART again, please'), ['tasks', 'fix-it-again']);
    assert.deepEqual(read(undefined, 'docs and fix-it.'), ['tasks', 'fix-it', 'docs']);
  });

  it('asks why of the only task that waits, or of the named one', () => {
    assert.deepEqual(read('why', ''), ['why', 'fix-it']);
    assert.deepEqual(read('why', 'is docs done?'), ['why', 'docs']);
  });

  it('says that a name is unknown instead of answering about another task', () => {
    assert.deepEqual(read('why', 'fxi-it'), ['choose', 'why', ['fix-it'], 'fxi-it', '']);
  });

  it('is open where several tasks wait, or none', () => {
    const two = chatTasks(paused('a-task'), paused('b-task'));
    assert.deepEqual(read('why', '', two), ['choose', 'why', ['a-task', 'b-task'], '', '']);
    assert.deepEqual(read('resume', 'use cents', two), [
      ...['choose', 'resume', ['a-task', 'b-task'], '', 'use cents'],
    ]);
    assert.deepEqual(read('why', '', chatTasks(task('a-task'))), ['choose', 'why', [], '', '']);
  });

  it('resumes the task with which it begins, with the rest as hint', () => {
    for (const prompt of [
      'fix-it Use cents.',
      '`fix-it`: Use cents.',
      'Fix the Cart — Use cents.',
    ]) {
      assert.deepEqual(read('resume', prompt), ['resume', 'fix-it', 'Use cents.'], prompt);
    }
    assert.deepEqual(read('resume', 'fix-it-again Use cents.'), [
      ...['resume', 'fix-it-again', 'Use cents.'],
    ]);
    assert.deepEqual(read('resume', 'fix-it\nfirst line\nsecond line'), [
      ...['resume', 'fix-it', 'first line\nsecond line'],
    ]);
    assert.deepEqual(read('resume', 'fix-it'), ['resume', 'fix-it', '']);
  });

  it('resumes the only task that waits where none is named: a task inside the hint is not meant', () => {
    assert.deepEqual(read('resume', 'See docs, then use cents.'), [
      ...['resume', 'fix-it', 'See docs, then use cents.'],
    ]);
  });

  it('is open where tasks of several folders share the name', () => {
    const tasks = tasksOf([folder([paused('fix-it')], 'shop'), folder([paused('fix-it')], 'api')]);
    assert.deepEqual(read('resume', 'fix-it Use cents.', tasks), [
      ...['choose', 'resume', ['fix-it', 'fix-it'], '', 'Use cents.'],
    ]);
  });

  it('asks for lessons with its words', () => {
    assert.deepEqual(read('lessons', ' EADDRINUSE :3000 '), ['lessons', 'EADDRINUSE :3000']);
  });
});

describe('the chat participant in package.json', () => {
  it('has the id and the commands of the code', () => {
    const text = readFileSync(join(__dirname, '../../../../package.json'), 'utf8');
    const { contributes } = JSON.parse(text) as {
      contributes: {
        chatParticipants: { id: string; name: string; commands: { name: string }[] }[];
      };
    };
    const [participant, ...others] = contributes.chatParticipants;
    assert.deepEqual(others, []);
    assert.equal(participant?.id, CHAT_PARTICIPANT);
    assert.equal(participant.name, 'devs');
    assert.deepEqual(
      participant.commands.map(({ name }) => name),
      CHAT_COMMANDS,
    );
  });
});
