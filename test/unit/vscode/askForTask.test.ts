import { deepEqual, equal } from 'node:assert/strict';
import type { InputBoxOptions, QuickPickItem, QuickPickOptions } from 'vscode';
import { NO_VERIFY } from '../../../src/reports/task/noVerify';
import { askForTask, type Asker } from '../../../src/vscode/prompts/askForTask';
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

describe('a new task from the palette', () => {
  it('has the agent, the verify command and the tasks that were chosen', async () => {
    const editor = new ScriptedEditor(' New ', 'Works.', 'codex', ' npm run new ', ['fix']);
    deepEqual(await askForTask(editor, overview({ ...twoAgents, tasks })), {
      ...WRITTEN,
      ...{ agent: 'codex', verify: 'npm run new', dependsOn: ['fix'] },
    });
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
    deepEqual(await askForTask(editor, overview({ ...twoAgents, tasks })), WRITTEN);
  });

  it('is not asked about an agent or other tasks where there are none', async () => {
    const editor = new ScriptedEditor('New', 'Works.', '');
    deepEqual(await askForTask(editor, overview()), WRITTEN);
    deepEqual(
      editor.titles(),
      [1, 2, 3].map((step) => `Add a task (${step} of 3)`),
    );
  });

  it('is warned about where devs.yaml has no verify command either', async () => {
    const promptOf = async (verify?: string): Promise<string> => {
      const editor = new ScriptedEditor('New', 'Works.', '');
      await askForTask(editor, overview(verify === undefined ? {} : { verify }));
      return (editor.asked[2] as InputBoxOptions).prompt ?? '';
    };
    equal((await promptOf()).endsWith(NO_VERIFY), true);
    equal((await promptOf('npm test')).includes(NO_VERIFY), false);
  });

  it('is none when the user cancels any question', async () => {
    const answers = ['New', 'Works.', 'codex', '', ['fix']];
    for (const [step] of answers.entries()) {
      const editor = new ScriptedEditor(...answers.slice(0, step));
      equal(await askForTask(editor, overview({ ...twoAgents, tasks })), undefined);
      equal(editor.asked.length, step + 1);
    }
  });
});
