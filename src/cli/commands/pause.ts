import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { toOutcome } from './toOutcome';

/** `devs pause`: ends the active run, in any process, after its turn; `now` cancels the turn. */
export async function pause(
  context: CommandContext,
  options: { readonly now: boolean },
): Promise<Outcome> {
  return toOutcome(await context.app.pause(options));
}
