import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createModels } from '../../../src/platform/models/createModels';
import type { DevsConfig } from '../../../src/model/config/config';
import type { FailureAnalysisReport } from '../../../src/model/report/pauseReport';
import { keyIs, SECRET_KEY, withServer } from '../../support/endpointCalls';
import type { ModelScript, ModelServer } from '../../support/modelServer';
import { appOver } from '../../support/scriptedApp';
import { configOf, limitsOf, ScriptedRun } from '../../support/scriptedRun';
import {
  constantModel,
  knowingModel,
  servesVectors,
  textsOf,
  type TextVector,
} from '../../support/standInModels';
import { lessonOf, signatureOf } from '../../unit/rules/lessons/lessonSamples';

const FAILED =
  'Error: the parcel could not be handed over to the courier\n    token=abcdefsecret12';
const ALIKE = 'Error: delivery of this box refused by its carrier';
const OTHER = 'Error: nobody has ordered wool';
const EXACT = lessonOf(FAILED, { id: 'exact', text: 'Ask the courier first.' });

const messageOf = (output: string): string => signatureOf(output).exactMessage;
const sentOf = (output: string): string => messageOf(output).replace('abcdefsecret12', '***');
const KNOWING = knowingModel([sentOf(FAILED), sentOf(ALIKE)]);

interface Scene {
  readonly run: ScriptedRun;
  readonly server: ModelServer;
}

/** A task that fails with `FAILED` until it pauses, in a workspace that has these lessons. */
async function scene<T>(
  script: ModelScript | undefined,
  change: Partial<DevsConfig>,
  use: (scene: Scene) => Promise<T>,
): Promise<T> {
  return await withServer(script ?? servesVectors(KNOWING), async (server) => {
    const run = await ScriptedRun.create((call) => ({
      reply: `try ${call}`,
      verify: { output: FAILED },
    }));
    const embeddings = { url: server.url, model: 'embed-test', timeoutMs: 15_000 };
    run.config = configOf({
      limits: limitsOf({ maxPivots: 0, loopThreshold: 2 }),
      ...(script && { embeddings }),
      ...change,
    });
    run.models = createModels({ keys: keyIs(SECRET_KEY) });
    run.store.addLesson(lessonOf(OTHER, { id: 'other' }));
    run.store.addLesson(lessonOf(ALIKE, { id: 'alike' }));
    return await use({ run, server });
  });
}

const idsOf = (report: FailureAnalysisReport | undefined): readonly string[] =>
  (report?.lessons ?? []).map(({ lesson }) => lesson.id);

const served = (vectorOf: TextVector): ModelScript => servesVectors(vectorOf);

describe('lessons that a model of embeddings finds', () => {
  it('stand in the report of a pause, though they say it in other words', async () => {
    await scene(served(KNOWING), {}, async ({ run }) => {
      await run.run();
      deepEqual(run.reports.map(idsOf), [['alike']]);
      const [found] = run.reports[0]?.lessons ?? [];
      ok(found !== undefined && found.similarity >= 0.5 && found.similarity < 1);
      deepEqual(run.warnings, []);
    });
  });

  it('come after the lesson of the same failure', async () => {
    await scene(served(KNOWING), {}, async ({ run }) => {
      run.store.addLesson(EXACT);
      await run.run();
      deepEqual(run.reports.map(idsOf), [['exact', 'alike']]);
    });
  });

  it('stand in the report of a task that has used up its turns', async () => {
    const limits = limitsOf({ maxPivots: 3, maxTurns: 1 });
    await scene(served(KNOWING), { limits }, async ({ run }) => {
      await run.run();
      deepEqual(run.reports.map(idsOf), [['alike']]);
    });
  });

  it('are looked for without sending a key that a program printed', async () => {
    await scene(served(KNOWING), {}, async ({ run, server }) => {
      await run.run();
      const sent = server.requests.flatMap(textsOf);
      ok(sent.includes(sentOf(FAILED)) && sent.includes(sentOf(ALIKE)));
      ok(!sent.join('\n').includes('abcdefsecret12'));
      equal(new Set(sent).size, sent.length);
    });
  });

  it('are not looked for while the task may still try another strategy', async () => {
    const limits = limitsOf({ maxPivots: 2 });
    await scene(served(KNOWING), { limits }, async ({ run, server }) => {
      const cancel = new AbortController();
      const { script } = run;
      run.script = (call, request) => ({
        ...script(call, request),
        ...(call === 2 && { during: () => cancel.abort() }),
      });
      await run.run({ signal: cancel.signal });
      equal(server.requests.length, 0);
    });
  });

  it('are not looked for where words leave none open', async () => {
    await scene(served(KNOWING), {}, async ({ run, server }) => {
      for (const { id } of run.store.listLessons()) run.store.removeLesson(id);
      run.store.addLesson(EXACT);
      await run.run();
      deepEqual(run.reports.map(idsOf), [['exact']]);
      equal(server.requests.length, 0);
    });
  });

  it('are not looked for where nothing is configured', async () => {
    await scene(undefined, {}, async ({ run, server }) => {
      await run.run();
      deepEqual(run.reports.map(idsOf), [[]]);
      equal(server.requests.length, 0);
    });
  });

  for (const [what, script] of [
    ['fails', () => ({ kind: 'status', status: 500 })],
    ['cannot tell failures apart', served(constantModel)],
  ] as const satisfies readonly (readonly [string, ModelScript])[])
    it(`are found by words where the model ${what}, and the report is written all the same`, async () => {
      await scene(script, {}, async ({ run }) => {
        run.store.addLesson(EXACT);
        await run.run();
        deepEqual(run.reports.map(idsOf), [['exact']]);
        equal(run.warnings.length, 1);
        ok(!/parcel|courier/.test(run.warnings[0] ?? ''));
      });
    });
});

describe('searching lessons with a model of embeddings', () => {
  it('finds what says it in other words', async () => {
    await scene(served(KNOWING), {}, async ({ run }) => {
      const answer = await appOver(run).lessons(FAILED);
      ok(answer.ok && answer.note === undefined);
      deepEqual(
        answer.lessons.map(({ lesson }) => lesson.id),
        ['alike'],
      );
    });
  });

  it('says why words alone decided', async () => {
    await scene(served(constantModel), {}, async ({ run }) => {
      const answer = await appOver(run).lessons(ALIKE);
      ok(answer.ok);
      deepEqual(
        answer.lessons.map(({ lesson }) => lesson.id),
        ['alike'],
      );
      match(answer.note ?? '', /^failures are compared by their words only/);
    });
  });

  it('lists all of them without a call', async () => {
    await scene(served(KNOWING), {}, async ({ run, server }) => {
      const answer = await appOver(run).lessons();
      ok(answer.ok && answer.lessons.length === 2);
      equal(server.requests.length, 0);
    });
  });
});
