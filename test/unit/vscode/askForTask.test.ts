import assert, { deepEqual, equal } from 'node:assert/strict';
import type { InputBoxOptions, QuickPickItem, QuickPickOptions } from 'vscode';
import { NO_VERIFY } from '../../../src/reports/task/noVerify';
import type { FoundAnswer } from '../../../src/app/api/answers';
import type { NewTask } from '../../../src/model/task/newTask';
import { askForTask, type Asker, type NewTaskFacts } from '../../../src/vscode/prompts/askForTask';
import { overview, task } from './overviews';

type Answer = string | readonly string[] | undefined;

/** Types the texts and picks the labels, in this order; keeps every question. */
class ScriptedEditor implements Asker {
  readonly asked: (InputBoxOptions | QuickPickOptions)[] = [];
  readonly offered: (readonly QuickPickItem[])[] = [];
  private readonly answers: Answer[];

  constructor(...answers: readonly Answer[]) {
    this.answers = [...answers];
  }

  showInputBox(options: InputBoxOptions): Promise<string | undefined> {
    this.asked.push(options);
    return Promise.resolve(this.answers.shift() as string | undefined);
  }

  showQuickPick(items: readonly QuickPickItem[], options: QuickPickOptions): Promise<never> {
    this.asked.push(options);
    this.offered.push(items);
    const answer = this.answers.shift();
    const picked =
      typeof answer === 'object'
        ? items.filter(({ label }) => answer.includes(label))
        : items.find(({ label }) => label === answer);
    return Promise.resolve(picked as never);
  }

  titles(): readonly (string | undefined)[] {
    return this.asked.map(({ title }) => title);
  }
}

const twoAgents = { agents: ['claude', 'codex'], verify: 'npm test' };
const tasks = [task('add-users', { title: 'Add users' }), task('fix')];
const WRITTEN = { id: 'new', title: 'New', goal: 'Works.' };

const added = (...all: readonly NewTask[]) => ({ tasks: all, notes: [] });
const unasked = (): Promise<FoundAnswer> => assert.fail('a title is no source');
const ask = (editor: Asker, facts: NewTaskFacts) => askForTask(editor, facts, unasked);

describe('a new task from the palette', () => {
  it('has the agent, the verify command and the tasks that were chosen', async () => {
    const editor = new ScriptedEditor(' New ', 'Works.', 'codex', ' npm run new ', ['fix']);
    const chosen = { agent: 'codex', verify: 'npm run new', dependsOn: ['fix'] };
    deepEqual(
      await ask(editor, overview({ ...twoAgents, tasks })),
      added({ ...WRITTEN, ...chosen }),
    );
    deepEqual(editor.titles().at(-1), 'Add a task (5 of 5)');
    deepEqual(editor.offered, [
      [
        { label: 'claude', description: 'default' },
        { label: 'codex', name: 'codex' },
      ],
      [
        { label: 'Add users', description: 'add-users', id: 'add-users' },
        { label: 'fix', id: 'fix' },
      ],
    ]);
  });

  it('has none of them where the user takes what is usual', async () => {
    const editor = new ScriptedEditor('New', 'Works.', 'claude', '', []);
    deepEqual(await ask(editor, overview({ ...twoAgents, tasks })), added(WRITTEN));
  });

  it('is not asked about an agent or other tasks where there are none', async () => {
    const editor = new ScriptedEditor('New', 'Works.', '');
    deepEqual(await ask(editor, overview()), added(WRITTEN));
    deepEqual(
      editor.titles(),
      [1, 2, 3].map((step) => `Add a task (${step} of 3)`),
    );
  });

  it('is warned about where devs.yaml has no verify command either', async () => {
    const promptOf = async (verify?: string): Promise<string> => {
      const editor = new ScriptedEditor('New', 'Works.', '');
      await ask(editor, overview(verify === undefined ? {} : { verify }));
      return (editor.asked[2] as InputBoxOptions).prompt ?? '';
    };
    equal((await promptOf()).endsWith(NO_VERIFY), true);
    equal((await promptOf('npm test')).includes(NO_VERIFY), false);
  });

  it('is none when the user cancels any question', async () => {
    const answers = ['New', 'Works.', 'codex', '', ['fix']];
    for (const [step] of answers.entries()) {
      const editor = new ScriptedEditor(...answers.slice(0, step));
      equal(await ask(editor, overview({ ...twoAgents, tasks })), undefined);
      equal(editor.asked.length, step + 1);
    }
  });
});

describe('tasks from the palette', () => {
  const FOUND = {
    ...{ ok: true as const, message: '2 new tasks. 1 task already there.' },
    tasks: [
      { id: 'export', title: 'Export', goal: 'Export.' },
      { id: 'import', title: 'Import', goal: 'Import.' },
    ],
    there: [{ id: 'fix', title: 'Fix' }],
    notes: ['The goal of "Export" was too long; Devs cut off its end.'],
  };
  const find = (answer: FoundAnswer) => {
    const asked: string[] = [];
    return {
      asked,
      find: (text: string): Promise<FoundAnswer> => {
        asked.push(text);
        return Promise.resolve(answer);
      },
    };
  };

  it('are those that were found at a source and chosen, with what they share', async () => {
    const editor = new ScriptedEditor('github:#12', ['Export'], 'codex', 'npm test');
    const source = find(FOUND);
    deepEqual(await askForTask(editor, overview({ ...twoAgents, tasks }), source.find), {
      tasks: [{ ...FOUND.tasks[0], agent: 'codex', verify: 'npm test' }],
      notes: FOUND.notes,
    });
    deepEqual(source.asked, ['github:#12']);
    deepEqual(
      editor.titles().slice(1),
      [2, 3, 4].map((step) => `Add tasks (${step} of 4)`),
    );
    equal(editor.asked[1]?.placeHolder, `Which tasks do you want to add? ${FOUND.message}`);
    deepEqual(
      editor.offered[0]?.map(({ picked }) => picked),
      [true, true],
    );
  });

  it('are none where nothing new was found, or nothing can be, with the reason', async () => {
    const nothing = find({ ...FOUND, tasks: [], message: 'No new task.' });
    deepEqual(await askForTask(new ScriptedEditor('TODO.md'), overview(), nothing.find), {
      ok: true,
      message: 'No new task. The goal of "Export" was too long; Devs cut off its end.',
    });
    const refused = { ok: false as const, message: 'There is no file TODO.md.' };
    const editor = new ScriptedEditor('TODO.md');
    deepEqual(await askForTask(editor, overview(), find(refused).find), refused);
  });

  it('are none when the user cancels any question, or takes none', async () => {
    const answers = ['TODO.md', ['Export'], 'codex', ''];
    for (const [step] of answers.entries()) {
      const editor = new ScriptedEditor(...answers.slice(0, step));
      equal(await askForTask(editor, overview({ ...twoAgents }), find(FOUND).find), undefined);
      equal(editor.asked.length, step + 1);
    }
    const editor = new ScriptedEditor('TODO.md', []);
    equal(await askForTask(editor, overview(), find(FOUND).find), undefined);
  });
});
