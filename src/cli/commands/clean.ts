import type { CleanAnswer } from '../../app/api/answers';
import type { CommandContext } from './shared/commandContext';
import { failed, type Outcome } from '../terminal/outcome';
import { cleanText } from '../render/cleanText';

/** `devs clean [--dry-run]`: removes history that retention does not keep, or lists it. */
export async function clean(
  { app, style }: CommandContext,
  options: { readonly dryRun: boolean },
): Promise<Outcome> {
  const answer: CleanAnswer = await app.clean(options);
  if (!answer.ok) return failed(answer.message);
  const { removed, freedBytes, use, message } = answer;
  return {
    ok: true,
    text: cleanText(answer, { style, dryRun: options.dryRun }),
    json: { ok: true, dryRun: options.dryRun, removed, freedBytes, diskUse: use, message },
  };
}
