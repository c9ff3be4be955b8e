import type { DevsConfig, EmbeddingSettings, JudgeModel } from '../../model/config/config';
import { isLoopback } from '../../rules/failure/external/isLoopback';
import { embeddingsFinding, judgeFinding } from './modelFindings';
import { whyNothingStarts, type DoctorContext } from './doctorContext';
import { SHORT_LIMIT_MS, type Finding, type PlannedCheck } from './plannedCheck';
import { quote } from './findingText';

/** Checks the judge and the embedding model with one small request each. */
export function modelChecks(context: DoctorContext, config: DevsConfig): readonly PlannedCheck[] {
  const { judge, embeddings } = config;
  const check = (
    id: string,
    title: string,
    more: Pick<PlannedCheck, 'limitMs' | 'find'>,
  ): PlannedCheck => ({ id, title, group: 'Models', ...more });
  const off = (found: string) => ({
    limitMs: SHORT_LIMIT_MS,
    find: (): Finding => ({ level: 'ok', found }),
  });
  return [
    judge === undefined
      ? check('judge', 'Judge', off('off: rules alone decide'))
      : check('judge', 'Judge', {
          limitMs: judge.timeoutMs + SHORT_LIMIT_MS,
          find: (signal) =>
            askUnlessSkipped(context, judge.model, () => judgeFinding(context, judge, signal)),
        }),
    embeddings === undefined
      ? check('embeddings', 'Embeddings', off('off: texts are compared by their words'))
      : check('embeddings', 'Embeddings', {
          limitMs: embeddings.timeoutMs + SHORT_LIMIT_MS,
          find: (signal) =>
            askUnlessSkipped(context, embeddings, () =>
              embeddingsFinding(context, embeddings, signal),
            ),
        }),
  ];
}

type CheckedModel = JudgeModel | EmbeddingSettings;

/** Asks the model unless a reason forbids it; says whether a key is set, never its value. */
async function askUnlessSkipped(
  context: DoctorContext,
  model: CheckedModel,
  ask: () => Promise<Finding>,
): Promise<Finding> {
  const reason = skipFinding(context, model);
  if (reason !== undefined) {
    const { found } = reason;
    return { ...reason, found: `${nameOf(model)} was not asked: ${found}` };
  }
  const finding = await ask();
  if (!('url' in model)) return finding;
  const key = await context.parts.machine.hasModelKey(model.url);
  const withKey = {
    ...finding,
    found: `${finding.found}; ${key ? 'with a key' : 'without a key'}`,
  };
  if (!key || withKey.level === 'problem' || !isUnencrypted(model.url)) return withKey;
  return {
    ...withKey,
    level: 'warning',
    found: `${withKey.found}, which goes over the network unencrypted (http)`,
    remedy: 'Use https for a model on another machine.',
    fix: { kind: 'openConfig' },
  };
}

function skipFinding(context: DoctorContext, model: CheckedModel): Finding | undefined {
  const unasked = whyNothingStarts(context);
  if (unasked !== undefined) return { level: 'skipped', found: unasked };
  const { quick, place } = context.options;
  if ('type' in model && model.type === 'vscode' && place.kind === 'terminal') {
    return {
      level: 'skipped',
      found: 'available in VS Code only; in a terminal rules alone decide',
    };
  }
  return quick ? { level: 'skipped', found: 'this is the quick check' } : undefined;
}

function nameOf(model: CheckedModel): string {
  if ('url' in model) return quote(`${model.model} at ${new URL(model.url).host}`);
  return quote(model.model ?? model.vendor ?? 'a language model of VS Code');
}

function isUnencrypted(url: string): boolean {
  const { protocol, host } = new URL(url);
  return protocol === 'http:' && !isLoopback(host);
}
