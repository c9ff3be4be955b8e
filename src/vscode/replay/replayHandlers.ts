import type { ReplayRequests } from '../../protocol/replay/replayMessages';
import type { PageHandlers, PageOutcome } from '../pages/answerPage';
import type { ReplayTools } from './recordedRuns';
import type { TimelineSource } from './timelineSource';
import { readDetails, runTimeline, readTexts, type OpenRun } from './runTimeline';

const GONE = 'This run can no longer be read because its file has changed. Open the file again.';

/** Shortens texts of steps, masks secrets, and advises on findings. */
export type StepTexts = Pick<ReplayTools, 'provingStep' | 'maskAndCut' | 'adviceOf'>;

/** Answers every request of the replay page. */
export function replayHandlers(
  session: Pick<TimelineSource, 'snapshot' | 'setLimits' | 'addFiles' | 'open'>,
  texts: StepTexts,
  chooseFiles: () => Promise<readonly string[] | undefined>,
): PageHandlers<ReplayRequests> {
  const onRun = async <M extends keyof ReplayRequests>(
    key: number,
    answer: (run: OpenRun) => ReplayRequests[M][1] | undefined,
  ): Promise<PageOutcome<ReplayRequests, M>> => {
    const run = await session.open(key);
    const result = run && answer(run);
    return result === undefined ? { ok: false, message: GONE } : { ok: true, result };
  };
  return {
    ready: () => Promise.resolve({ ok: true, result: session.snapshot() }),
    setLimits: ({ limits }) => settled(session.setLimits(limits)),
    addFiles: async () => {
      const files = await chooseFiles();
      return settled(files === undefined ? Promise.resolve() : session.addFiles(files));
    },
    timeline: ({ run }) => onRun(run, (open) => runTimeline(open, texts.adviceOf)),
    texts: ({ run, ...piece }) => onRun(run, (open) => readTexts(open, piece, texts)),
    step: ({ run, index }) => onRun(run, (open) => readDetails(open, index, texts.maskAndCut)),
  };
}

/** Resolves when the work is done; a rejection becomes an error of the page. */
async function settled(work: Promise<void>): Promise<{ ok: true; result: Record<string, never> }> {
  await work;
  return { ok: true, result: {} };
}
