import type { RewindChoice } from '../../model/workspace/rewindRecord';
import type { RewindRequest } from '../../engine/rewind/planning';
import type { PreviewOutcome, RewindOutcome } from '../../engine/rewind/rewinding';
import type { RewindTools } from '../../engine/rewind/rewindTools';
import type { PreviewAnswer, RewindAnswer, SpanAnswer } from '../api/answers';
import type { RewindOptions, Span } from '../api/requests';
import type { LeaseAccess } from '../lease/leaseAccess';
import type { DevsAppParts } from '../lease/devsAppParts';
import { commitOfSide } from '../review/reviewSides';
import { findRewindPlace, findUnlandedTurn } from './rewindPlace';
import { refuseOnStateError, toRefusal, readKnownConfig, type Refusal } from '../lease/refusals';

/** Rewinds, redoes and compares the files of a task. */
export class RewindActions {
  constructor(
    private readonly parts: DevsAppParts,
    private readonly work: LeaseAccess,
  ) {}

  async previewRewind(taskId: string, options: RewindOptions): Promise<PreviewAnswer> {
    return toPreview(await this.preview(toRewindRequest(taskId, options), options.choice));
  }

  async previewRedo(taskId: string, choice?: RewindChoice): Promise<PreviewAnswer> {
    return toPreview(await this.preview({ kind: 'redo', taskId }, choice));
  }

  async rewind(taskId: string, options: RewindOptions): Promise<RewindAnswer> {
    return await this.apply(toRewindRequest(taskId, options), options.choice);
  }

  async redo(taskId: string, choice?: RewindChoice): Promise<RewindAnswer> {
    return await this.apply({ kind: 'redo', taskId }, choice);
  }

  /** Reads files only; works during a run. */
  async changes(taskId: string, span: Span): Promise<SpanAnswer> {
    const { state, configSource, configFile, adapters } = this.parts;
    return await refuseOnStateError(async () => {
      const config = await readKnownConfig(configSource, configFile);
      if (!config.ok) return config;
      const { changesWithin } = await import('../../engine/rewind/spans');
      const sources = { store: await state.read(), config: config.config };
      const { checkpoints } = adapters;
      if (span.to !== 'now') return await changesWithin({ ...sources, checkpoints }, taskId, span);
      // The workspace shows nothing of what has not landed.
      const to = findUnlandedTurn(sources, taskId);
      if (to !== undefined)
        return await changesWithin({ ...sources, checkpoints }, taskId, { ...span, to });
      const { readerOfPlace } = await import('../../engine/worktrees/placeStore');
      const store = readerOfPlace(sources.store, { kind: 'workspace' });
      return await changesWithin({ ...sources, store, checkpoints }, taskId, span);
    });
  }

  async fileAt(checkpoint: string, path: string): Promise<Uint8Array | undefined> {
    const { checkpoints, worktrees } = this.parts.adapters;
    const commit = commitOfSide(checkpoint);
    return commit === undefined
      ? await checkpoints.content(checkpoint, path)
      : await worktrees.content(commit, path);
  }

  private async preview(request: RewindRequest, choice?: RewindChoice): Promise<PreviewOutcome> {
    const { previewRewinding } = await import('../../engine/rewind/rewinding');
    return await this.withIdleTools(request.taskId, (tools) =>
      previewRewinding(tools, request, choice),
    );
  }

  private async apply(request: RewindRequest, choice?: RewindChoice): Promise<RewindOutcome> {
    const { carryOut } = await import('../../engine/rewind/rewinding');
    return await this.withIdleTools(request.taskId, (tools) => carryOut(tools, request, choice));
  }

  /** Files are compared and changed only while no agent runs. */
  private async withIdleTools<T>(
    taskId: string,
    act: (tools: RewindTools) => Promise<T>,
  ): Promise<T | Refusal> {
    const { clock, adapters, state } = this.parts;
    const refusal = await adapters.checkpoints.findRefusal();
    if (refusal !== undefined) return toRefusal(refusal);
    return await this.work.withIdleLease(async ({ lease: { store }, journal, config }) => {
      const found = await findRewindPlace(adapters, { store, config }, taskId);
      if (!found.ok) return found;
      const { storeOfPlace } = await import('../../engine/worktrees/placeStore');
      const { checkpoints } = found;
      const history = storeOfPlace(store, found.place);
      return await act({
        ...{ store: history, journal, clock, config, checkpoints },
        who: state.self,
      });
    });
  }
}

function toRewindRequest(taskId: string, { toTurn }: RewindOptions): RewindRequest {
  return { kind: 'rewind', taskId, toTurn };
}

function toPreview(outcome: PreviewOutcome): PreviewAnswer {
  return outcome.ok ? { ok: true, preview: outcome.done, checkpoint: outcome.checkpoint } : outcome;
}
