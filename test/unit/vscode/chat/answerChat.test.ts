import assert from 'node:assert/strict';
import type { LessonsAnswer } from '../../../../src/app/api/answers';
import type { App } from '../../../../src/app/api/app';
import type { ResumeOptions } from '../../../../src/app/api/requests';
import type { Overview, TaskOverview } from '../../../../src/model/overview/overview';
import { answerChat, type OpenFolder } from '../../../../src/vscode/chat/answerChat';
import type { ChatAnswer } from '../../../../src/vscode/chat/chatAnswer';
import { aReport } from '../../cli/fakeApp';
import { lessonOf } from '../../rules/lessons/lessonSamples';
import { askedQuestion, askedToRun } from '../../../support/askedSamples';
import { askingTask, questionTask } from '../asking';
import { asking, overview, task } from '../overviews';
import { HOSTILE, paused } from './chatSamples';

interface Folder extends OpenFolder {
  readonly resumed: (readonly [string, ResumeOptions])[];
}

/** A folder with these tasks; after a Resume its overview is the next one. */
function open(
  tasks: readonly TaskOverview[],
  change: Partial<Overview> = {},
  name = 'shop',
  lessons: LessonsAnswer = { ok: true, lessons: [] },
): Folder {
  return {
    folder: { name, index: 0, uri: { toString: () => `file:///${name}` } } as OpenFolder['folder'],
    app: {
      report: (id: string) => Promise.resolve(tasks.find((each) => each.id === id)?.report),
      lessons: () => Promise.resolve(lessons),
    } as unknown as App,
    refresh: () => Promise.resolve(overview({ tasks, ...change })),
    resumed: [],
  };
}

async function ask(
  command: string | undefined,
  prompt: string,
  folders: readonly Folder[],
  isCancelled = false,
): Promise<ChatAnswer> {
  return await answerChat(
    { command, prompt },
    {
      folders,
      resume: (folder, taskId, options) => {
        folder.resumed.push([taskId, options]);
        return Promise.resolve({ ok: true, message: `Resumed ${taskId}. The run has started.` });
      },
      isCancelled: () => isCancelled,
    },
  );
}

const titles = ({ buttons }: ChatAnswer): readonly string[] => buttons.map(({ title }) => title);

describe('@devs', () => {
  it('says how all tasks are, those that need you first, with what can be done', async () => {
    const shop = open([
      task('docs', { title: 'Write the docs', status: 'done' }),
      paused('fix-it', { title: 'Fix the cart', statusReason: 'No strategy is left.' }),
      task('ship', { title: 'Ship', statusReason: 'waits for Fix the cart', runnable: false }),
    ]);
    const answer = await ask('status', '', [shop]);
    assert.equal(
      answer.markdown,
      'Waiting for you · 1 of 3 done\n\n' +
        '- **Fix the cart** (`fix-it`): Paused. No strategy is left.\n' +
        '- **Write the docs** (`docs`): Done.\n' +
        '- **Ship** (`ship`): Pending. Waits for Fix the cart.',
    );
    assert.deepEqual(titles(answer), ['Open Task Page', 'Resume…', 'Open Dashboard']);
    assert.deepEqual(answer.buttons[1], {
      title: 'Resume…',
      command: 'devs.resumeTask',
      argument: { folder: 'file:///shop', taskId: 'fix-it' },
    });
  });

  it('says first which running agents ask, and what', async () => {
    const shop = open([
      task('ship'),
      questionTask('round', askedQuestion({ question: `Half up? ${HOSTILE}` })),
      askingTask('install', askedToRun()),
    ]);
    const { markdown } = await ask('status', '', [shop]);
    const [round = '', ...others] = (markdown.split('\n\n')[1] ?? '').split('\n');
    assert.match(round, /^- \*\*round\*\*: claude asks you: Half up\? \\\[click\\\]/);
    assert.deepEqual(others, [
      '- **install**: claude asks to run "npm install".',
      '- **ship**: Pending.',
    ]);
  });

  it('tells plain words the commands, below the status', async () => {
    const { markdown } = await ask(undefined, 'hello', [open([task('docs')])]);
    assert.match(markdown, /^Stopped · 0 of 1 done\n\n- \*\*docs\*\*: Pending\.\n\n`\/status` /);
  });

  it('offers a run where one would do something, and none while one is active', async () => {
    const holder = {
      pid: 1,
      who: 'terminal',
      host: 'here',
      since: '2026-11-21T21:30:00.000Z',
    } as const;
    assert.deepEqual(titles(await ask('status', '', [open([task('docs')])])), [
      'Run',
      'Open Dashboard',
    ]);
    const running = open([task('docs')], { run: 'RUNNING', holder });
    assert.deepEqual(titles(await ask('status', '', [running])), ['Open Dashboard']);
  });

  it('says how the named task is', async () => {
    const shop = open([task('docs', { turnCount: 2, entropy: 1 }), paused('fix-it')]);
    const answer = await ask(undefined, 'docs?', [shop]);
    assert.equal(
      answer.markdown,
      '**docs**: Pending.\n\nAgent claude · turns 2 · failed in a row 1 of 3 · fresh start 0 of 2',
    );
    assert.deepEqual(titles(answer), ['Open Task Page', 'Run Task']);
  });

  it('names the folders of a workspace that has several', async () => {
    const folders = [open([task('docs')], {}, 'shop'), open([paused('fix-it')], {}, 'api')];
    const answer = await ask('status', '', folders);
    assert.match(answer.markdown, /^`shop`: Stopped[^]*\n\n`api`: Waiting for you/);
    assert.ok(titles(answer).includes('Run shop'), titles(answer).join());
  });

  it('says what is wrong with devs.yaml', async () => {
    const problems = [{ source: 'devs.yaml', line: 3, message: 'Unknown key "tsks".' }];
    const shop = open([], { config: { kind: 'invalid', problems } });
    const answer = await ask('status', '', [shop]);
    assert.match(answer.markdown, /devs\.yaml:3: Unknown key "tsks"\./);
    assert.deepEqual(titles(answer), ['Open devs.yaml', 'Open Dashboard']);
  });

  it('says why a task is paused: its report in short, and what can be done', async () => {
    const report = aReport({ taskId: 'fix-it', advice: ['Look at `src/cart.ts`.'] });
    const shop = open([paused('fix-it', { title: 'Fix the cart', report })]);
    const answer = await ask('why', '', [shop]);
    assert.match(
      answer.markdown,
      /^\*\*Fix the cart\*\* \(`fix-it`\)\. Paused: \d+ strategies failed\./,
    );
    assert.match(answer.markdown, /Advice:\n\n- Look at "src\/cart\.ts"\./);
    assert.match(answer.markdown, /`@devs \/resume fix-it …` to resume with a hint\.$/);
    assert.deepEqual(titles(answer), ['Open Task Page', 'Show Report', 'Resume…']);
  });

  it('shows the question of an agent as code', async () => {
    const report = { ...asking(`Which rounding? ${HOSTILE}`), taskId: 'fix-it' };
    const { markdown } = await ask('why', 'fix-it', [open([paused('fix-it', { report })])]);
    assert.match(markdown, /The planner asks:\n\n```text\nWhich rounding\? \[click\]/);
    assert.match(markdown, /`@devs \/resume fix-it …` to answer its question\.$/);
  });

  it('offers to accept a doubtful pass', async () => {
    const interventions = ['accept', 'resume', 'skip'] as const;
    const report = aReport({
      taskId: 'fix-it',
      reason: 'DOUBTFUL_PASS',
      question: 'Is this done?',
    });
    const shop = open([paused('fix-it', { report, interventions })]);
    assert.ok(titles(await ask('why', '', [shop])).includes('Accept'));
  });

  it('says of another task how it is, instead of why it is paused', async () => {
    const answer = await ask('why', 'docs', [open([task('docs', { status: 'done' })])]);
    assert.equal(answer.markdown, '**docs**: Done.');
  });

  it('resumes with the hint at once, by the way of the dashboard', async () => {
    const shop = open([paused('fix-it'), task('docs')]);
    const answer = await ask('resume', 'fix-it Use cents.', [shop]);
    assert.deepEqual(shop.resumed, [['fix-it', { hint: 'Use cents.' }]]);
    assert.equal(answer.markdown, 'Resumed fix-it. The run has started.');
    assert.deepEqual(titles(answer).slice(0, 2), ['Open Task Page', 'Run']);
  });

  it('resumes nothing without a hint, of a task that does not wait, or once cancelled', async () => {
    const shop = open([
      paused('fix-it'),
      task('docs', { status: 'done', interventions: ['retry'] }),
    ]);
    const bare = await ask('resume', '', [shop]);
    assert.match(bare.markdown, /Nothing was done: add a hint \(`@devs \/resume fix-it …`\)/);
    assert.ok(titles(bare).includes('Resume…'));
    const done = await ask('resume', 'docs again', [shop]);
    assert.equal(done.markdown, '**docs** does not wait for you: it is done.');
    await ask('resume', 'fix-it Use cents.', [shop], true);
    assert.deepEqual(shop.resumed, []);
  });

  it('asks which of several tasks is meant, with the hint on the buttons', async () => {
    const shop = open([paused('a-task', { title: 'First' }), paused('b-task')]);
    const answer = await ask('resume', 'Use cents.', [shop]);
    assert.deepEqual(shop.resumed, []);
    assert.match(
      answer.markdown,
      /^Which task do you mean\?\n\n- \*\*First\*\* \(`a-task`\): Paused\./,
    );
    assert.deepEqual(answer.buttons[0], {
      title: 'Resume First with This Hint',
      command: 'devs.resumeTask',
      argument: { folder: 'file:///shop', taskId: 'a-task', hint: 'Use cents.' },
    });
  });

  it('says that no task waits', async () => {
    const answer = await ask('resume', 'Use cents.', [open([task('docs')])]);
    assert.deepEqual(answer, { markdown: 'No task is waiting for you.', buttons: [] });
  });

  it('lists the lessons that fit, the best of all folders first, and says where none does', async () => {
    const lesson = lessonOf('Error: listen EADDRINUSE :::3000', { text: 'Use port 0.\nThen ask.' });
    const found = (similarity: number, text = lesson.text): LessonsAnswer => ({
      ok: true,
      lessons: [{ lesson: { ...lesson, text }, similarity }],
    });
    const { markdown } = await ask('lessons', 'EADDRINUSE', [
      open([], {}, 'shop', found(0.6, HOSTILE)),
      open([], {}, 'api', found(1)),
      open([], {}, 'docs', { ok: false, message: 'The state is damaged.' }),
    ]);
    assert.match(
      markdown,
      /^- `Use port 0\. Then ask\.` {2}\n {2}a \S.*, the same failure, stuck at /,
    );
    assert.match(markdown, /\n- `` \[click\][^]*60 % similar/);
    assert.match(markdown, /\n\nThe state is damaged\.$/);
    const none = await ask('lessons', 'EADDRINUSE', [open([])]);
    assert.equal(none.markdown, 'No lesson matches these words.');
    assert.match((await ask('lessons', '', [open([])])).markdown, /^No lessons yet\./);
  });

  it('lets no text of an agent or a file take effect', async () => {
    const hostile = { title: HOSTILE, statusReason: `It failed: ${HOSTILE}` };
    const report = aReport({ taskId: 'fix-it', advice: [HOSTILE] });
    const shop = open([paused('fix-it', { ...hostile, report }), paused('b-task', hostile)]);
    for (const command of ['status', 'why', 'resume']) {
      const { markdown, buttons } = await ask(command, command === 'why' ? 'fix-it' : '', [shop]);
      const plain = markdown.replace(/```[^]*?```/g, '').replace(/`[^`]*`/g, '');
      const live = /(?<!\\)[[\]<>$]|https?:\/|www\.|(?<!\\)@|\u202e/.exec(plain);
      assert.equal(live, null, `${command}: ${markdown}`);
      for (const { title } of buttons) assert.doesNotMatch(title, /\$\(|\u202e/);
    }
  });
});
