import type { DevsConfig, EmbeddingSettings, JudgeModel } from '../../model/config/config';
import { isLoopback } from '../../rules/failure/external/isLoopback';
import { embeddingsFinding, judgeFinding } from './modelTrials';
import { startsNothing, type DoctorContext } from './doctorContext';
import { LOOK_MS, type Finding, type PlannedCheck } from './plannedCheck';
import { quoted } from './words';

/** The judge and the model of embeddings, each asked one tiny thing. */
export function modelChecks(context: DoctorContext, config: DevsConfig): readonly PlannedCheck[] {
  const { judge, embeddings } = config;
  const check = (
    id: string,
    title: string,
    more: Pick<PlannedCheck, 'limitMs' | 'look'>,
  ): PlannedCheck => ({ id, title, group: 'Models', ...more });
  const off = (found: string) => ({
    limitMs: LOOK_MS,
    look: (): Finding => ({ level: 'ok', found }),
  });
  return [
    judge === undefined
      ? check('judge', 'Judge', off('off: rules alone decide'))
      : check('judge', 'Judge', {
          limitMs: judge.timeoutMs + LOOK_MS,
          look: (signal) =>
            guarded(context, judge.model, () => judgeFinding(context, judge, signal)),
        }),
    embeddings === undefined
      ? check('embeddings', 'Embeddings', off('off: texts are compared by their words'))
      : check('embeddings', 'Embeddings', {
          limitMs: embeddings.timeoutMs + LOOK_MS,
          look: (signal) =>
            guarded(context, embeddings, () => embeddingsFinding(context, embeddings, signal)),
        }),
  ];
}

type Asked = JudgeModel | EmbeddingSettings;

/** Asks unless something speaks against it, and tells of the key, which is never shown. */
async function guarded(
  context: DoctorContext,
  model: Asked,
  ask: () => Promise<Finding>,
): Promise<Finding> {
  const reason = whyNotAsked(context, model);
  if (reason !== undefined) {
    const { found } = reason;
    return { ...reason, found: `${nameOf(model)} was not asked: ${found}` };
  }
  const finding = await ask();
  if (!('url' in model)) return finding;
  const key = await context.parts.machine.hasModelKey(model.url);
  const told = { ...finding, found: `${finding.found}; ${key ? 'with a key' : 'without a key'}` };
  if (!key || told.level === 'problem' || !isOpenToOthers(model.url)) return told;
  return {
    ...told,
    level: 'warning',
    found: `${told.found}, which goes over the network unencrypted (http)`,
    remedy: 'Use https for a model on another machine.',
    fix: { kind: 'openConfig' },
  };
}

function whyNotAsked(context: DoctorContext, model: Asked): Finding | undefined {
  const unasked = startsNothing(context);
  if (unasked !== undefined) return { level: 'skipped', found: unasked };
  const { quick, place } = context.options;
  if ('type' in model && model.type === 'vscode' && place.kind === 'terminal') {
    return {
      level: 'skipped',
      found: 'VS Code has it, a terminal does not; here rules alone decide',
    };
  }
  return quick ? { level: 'skipped', found: 'this is the quick check' } : undefined;
}

function nameOf(model: Asked): string {
  if ('url' in model) return quoted(`${model.model} at ${new URL(model.url).host}`);
  return quoted(model.model ?? model.vendor ?? 'a language model of VS Code');
}

function isOpenToOthers(url: string): boolean {
  const { protocol, host } = new URL(url);
  return protocol === 'http:' && !isLoopback(host);
}
