import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../cli/devsProcess';
import { LanesScene } from './lanesScene';

const FOUR = ['a', 'b', 'c', 'd'];
/** Works only while all four work. */
const TOGETHER = `
  mark('at-' + task);
  wait('at-a', 'at-b', 'at-c', 'at-d');
  write(task + '.txt', process.env.DEVS_PORT);
`;
/** Works until somebody lets it go on. */
const HELD = `mark('at-' + task); wait('go'); write(task + '.txt', task);`;

describe('several tasks at once', () => {
  let scene: LanesScene;
  afterEach(() => scene.remove());
  const at = (...tasks: readonly string[]): readonly string[] => tasks.map((id) => `at-${id}`);
  const open = (tasks: readonly string[], ...config: readonly string[]): LanesScene =>
    (scene = new LanesScene(4, { tasks, config }));

  it('work at the same time, and land one after the other', async () => {
    open(FOUR);
    for (const id of FOUR) scene.works(id, TOGETHER);
    const answer = await scene.start().ended;
    assert.equal(answer.message, 'Every task is done or skipped.');
    assert.deepEqual(scene.warnings, []);
    const ports = FOUR.map((id) => scene.read(`${id}.txt`));
    assert.equal(new Set(ports).size, 4, 'each has ports of its own');
    assert.equal(scene.named('task_landed').length, 4);
    assert.deepEqual(readdirSync(join(scene.state, 'worktrees')), []);
    const kept = readdirSync(join(scene.state, 'checkpoints'));
    assert.ok(kept.length > 0 && kept.every((name) => name.endsWith('.pack')));
  });

  it('begin once what they depend on has landed, and have its work', async () => {
    open(['a', 'b', 'c, dependsOn: [a]']);
    scene.works('b', `mark('at-b'); wait('at-c')`);
    scene.works('c', `mark('at-c'); write('c.txt', read('a.txt'))`);
    await scene.start().ended;
    assert.equal(scene.read('c.txt'), 'a');
    const landed = scene.events.findIndex((e) => e.event === 'task_landed' && e.taskId === 'a');
    const began = scene.events.findIndex((e) => e.event === 'turn_started' && e.taskId === 'c');
    assert.ok(landed !== -1 && landed < began);
  });

  it('show what they wait for before they land', async () => {
    open(['a', 'b']);
    scene.works('a', `write('a.txt', 'a'); user('u.txt', 'of the user')`);
    // Its second verification is that of the merged files.
    scene.verifies(
      'a',
      `if (isMarked('first')) { mark('landing'); wait('go') } else mark('first')`,
    );
    scene.works('b', `wait('landing'); write('b.txt', 'b')`);
    // Its landing begins after that of the first task, whose work it is verified with.
    const seen = join(scene.environment.STEPS, 'seen');
    scene.verifies('b', `fs.appendFileSync(path.join(steps, 'seen'), read('a.txt')[0])`);
    const { app, ended } = scene.start();
    await scene.until(() =>
      scene.phases.some((each) => each.phase === 'landing' && each.landing.kind === 'waits'),
    );
    const { tasks } = await app.overview();
    assert.deepEqual(
      tasks.map(({ landing }) => landing),
      [{ kind: 'verifies' }, { kind: 'waits', place: 2, after: { id: 'a', title: 'a' } }],
    );
    scene.mark('go');
    await ended;
    assert.deepEqual(
      scene.named('task_landed').map(({ taskId }) => taskId),
      ['a', 'b'],
    );
    assert.deepEqual(await scene.status('b'), ['done', 'verification passed']);
    assert.equal(readFileSync(seen, 'utf8'), '1a');
  });

  it('pause the later one of two that change the same line; the others go on', async () => {
    open(['a', 'b', 'c'], 'onPause: continue');
    const change = `mark('at-' + task); wait('at-a', 'at-b'); write('a.txt', read('a.txt').replace('1', task))`;
    scene.works('a', change);
    scene.works('b', `${change}; wait('landed')`);
    scene.works('c', `wait('paused'); write('c.txt', 'c')`);
    const { ended } = scene.start();
    await scene.until(() => scene.named('task_landed').length === 1);
    scene.mark('landed');
    await scene.until(() => scene.named('gate_triggered').length === 1);
    scene.mark('paused');
    await ended;
    assert.deepEqual(await scene.statuses('a', 'b', 'c'), [
      ...['done', 'PAUSED_FOR_INTERVENTION', 'done'],
    ]);
    assert.match((await scene.status('b'))[1], /conflicts with the workspace in a\.txt/);
    assert.equal(scene.read('a.txt'), 'a\n2\n3\n4\n5\n');
  });

  it('are skipped alone', async () => {
    open(FOUR);
    for (const id of FOUR) scene.works(id, HELD);
    const { app, ended } = scene.start();
    await scene.marked(...at(...FOUR));
    const pid = Number(readFileSync(join(scene.environment.STEPS, 'at-b'), 'utf8'));
    assert.equal((await app.skip('b')).ok, true);
    assert.equal(isAlive(pid), false);
    scene.mark('go');
    await ended;
    assert.deepEqual(await scene.statuses(...FOUR), ['done', 'skipped', 'done', 'done']);
    assert.deepEqual(
      scene.named('turn_ended').filter(({ data }) => data.outcome === 'interrupted').length,
      1,
    );
  });

  it('finish their turns where one pauses and the run stops for it, and no other begins', async () => {
    open([...FOUR, 'e']);
    for (const id of FOUR) scene.works(id, HELD);
    scene.works(
      'a',
      `mark('at-a'); wait('at-b', 'at-c', 'at-d'); user('a.txt', 'u'); write('a.txt', 'a')`,
    );
    const { app, ended } = scene.start();
    await scene.until(() => scene.named('gate_triggered').length === 1);
    const running = await app.overview();
    assert.equal(running.run, 'RUNNING');
    assert.deepEqual(
      running.tasks.map(({ status }) => status),
      ['PAUSED_FOR_INTERVENTION', 'in_progress', 'in_progress', 'in_progress', 'pending'],
    );
    scene.mark('go');
    await ended;
    assert.deepEqual(await scene.statuses(...FOUR, 'e'), [
      ...['PAUSED_FOR_INTERVENTION', 'done', 'done', 'done', 'pending'],
    ]);
    assert.equal((await app.overview()).run, 'PAUSED');
  });

  it('go on where the run was to stop for one about which you have decided meanwhile', async () => {
    open([...FOUR, 'e']);
    for (const id of FOUR) scene.works(id, HELD);
    scene.works(
      'a',
      `mark('at-a'); wait('at-b', 'at-c', 'at-d'); user('a.txt', 'u'); write('a.txt', 'a')`,
    );
    scene.works('e', `mark('at-e'); write('e.txt', 'e')`);
    const { app, ended } = scene.start();
    await scene.until(() => scene.named('gate_triggered').length === 1);
    assert.equal((await app.skip('a')).ok, true);
    await scene.marked('at-e');
    scene.mark('go');
    await ended;
    assert.deepEqual(await scene.statuses(...FOUR, 'e'), [
      ...['skipped', 'done', 'done', 'done', 'done'],
    ]);
  });

  it('pause together after their turns, and keep going', async () => {
    open([...FOUR, 'e', 'f']);
    for (const id of [...FOUR, 'e', 'f']) scene.works(id, HELD);
    scene.works('a', `mark('at-a'); wait('go-a'); write('a.txt', 'a')`);
    const { app, ended } = scene.start();
    await scene.marked(...at(...FOUR));
    assert.equal(
      (await app.pause({ now: false })).message,
      'The run will pause after these turns.',
    );
    assert.equal((await app.keepGoing()).ok, true);
    scene.mark('go-a');
    await scene.marked('at-e');
    assert.equal((await app.pause({ now: false })).ok, true);
    scene.mark('go');
    const answer = await ended;
    assert.equal(answer.ok && answer.end.kind, 'stopped');
    assert.deepEqual(await scene.statuses(...FOUR, 'e', 'f'), [
      ...['done', 'done', 'done', 'done', 'done', 'pending'],
    ]);
  });

  it('end together when the run is interrupted', async () => {
    open(FOUR);
    for (const id of FOUR) scene.works(id, HELD);
    const { ended, abort } = scene.start();
    await scene.marked(...at(...FOUR));
    abort.abort();
    await ended;
    for (const name of at(...FOUR)) {
      const pid = Number(readFileSync(join(scene.environment.STEPS, name), 'utf8'));
      assert.equal(isAlive(pid), false);
    }
    assert.deepEqual(
      scene.named('turn_ended').map(({ data }) => data.outcome),
      FOUR.map(() => 'interrupted'),
    );
    assert.deepEqual(
      await scene.statuses(...FOUR),
      FOUR.map(() => 'pending'),
    );
  });
});
