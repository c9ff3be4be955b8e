import type { CommandContext } from './shared/commandContext';
import type { Outcome } from '../terminal/outcome';
import { toOutcome } from './toOutcome';

/** `devs pause`: ends the run, whoever has it, after its turn; with `now` the turn is cancelled. */
export async function pause(
  context: CommandContext,
  options: { readonly now: boolean },
): Promise<Outcome> {
  return toOutcome(await context.app.pause(options));
}
