import { LEASE_FREE, describeVisible } from '../../reports/lease/describeLease';
import { leaseText } from '../render/leaseText';
import { failed, type Outcome } from '../terminal/outcome';
import { printable } from '../terminal/printable';
import { canAsk, confirm } from '../terminal/question';
import { wrapFor } from '../terminal/wrapText';
import type { CommandContext } from './shared/commandContext';

const DECLINED = 'Nothing was changed.';

/**
 * `devs unlock [--yes]`: shows what is known about the holder of the workspace, asks, and takes it
 * from a holder that is not visible from here. Without a human to ask it needs `--yes`.
 */
export async function unlock(
  { app, host, json, output, style }: CommandContext,
  { yes }: { readonly yes: boolean },
): Promise<Outcome> {
  const facts = await app.lease();
  if (facts === undefined) {
    return {
      ok: true,
      text: `${LEASE_FREE}\n`,
      json: { ok: true, unlocked: false, message: LEASE_FREE },
    };
  }
  if (facts.place === 'here') return failed(describeVisible(facts));
  const text = leaseText(facts, style);
  if (!yes) {
    if (json || !canAsk(host)) {
      return failed(
        `${text}\n${DECLINED} If that process has ended, \`devs unlock --yes\` frees the workspace.`,
      );
    }
    output.write(wrapFor(output.stream, text));
    if (!(await confirm('Has that process ended, so that Devs may free the workspace?', host))) {
      return { ok: true, text: `${DECLINED}\n`, json: undefined };
    }
  }
  const { ok, message } = await app.unlock(facts.epoch);
  if (!ok) return failed(message);
  const shown = yes ? `${text}\n` : '';
  return {
    ok: true,
    text: `${shown}${printable(message)}\n`,
    json: { ok: true, unlocked: true, message, lease: facts },
  };
}
