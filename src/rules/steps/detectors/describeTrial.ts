import type { KnownCall } from '../calls/observedStep';
import type { Attempt } from '../trials/attempt';
import type { Trial } from '../trials/outcomeHistory';
import { nameCall } from '../shown/nameCall';
import { nameFile } from '../shown/nameFile';
import { quoteLine } from '../shown/quoteWords';
import { quoteOutcome } from '../shown/quoteReasonLine';
import { sayOutcome } from './sayOutcome';

/** Minimum length of a line that is quoted, in characters. */
const MIN_LINE = 4;

/** Says which attempts left what a check says as it was; `call` is the newest check. */
export function describeCheckTrial({ count, result, attempt }: Trial, call: KnownCall): string {
  const file = nameEditedFile(attempt);
  const times = count === 2 ? 'once' : `${count - 1} times`;
  const isOwn = nameCall(attempt) === call.name;
  const still = result.kind === 'failure' ? 'fails as before' : 'gives the same result';
  const outcome = isOwn ? `and its result stays` : `but ${call.name} ${still}`;
  const what =
    file === ''
      ? `${nameCall(attempt)} ${count === 2 ? 'was' : 'and the like were'} tried ${times}`
      : `one place in ${file} was rewritten ${times}`;
  return `${what}, ${outcome}${sayOutcome(call, result)}`;
}

/** Says which attempts left what a view shows as it was; `call` is the newest view. */
export function describeViewTrial({ count, result, attempt }: Trial, call: KnownCall): string {
  const file = nameEditedFile(attempt);
  const line = quoteLine(
    findUnchangedLine(attempt, result.text) ?? quoteOutcome(result, call.args),
  );
  const said = line === '' ? '' : `: ${line}`;
  const what =
    file === ''
      ? `${nameCall(attempt)} and the like were tried ${count} times`
      : `one place in ${file} was edited ${count} times`;
  return nameCall(attempt) === call.name
    ? `${what}, but the result shows no change${said}`
    : `${what}, but ${call.name} still shows the same${said}`;
}

function nameEditedFile({ edits: [first] }: Attempt): string {
  return first === undefined ? '' : nameFile(first.edit.path);
}

/** A line that the attempt should have replaced, if it is still shown. */
function findUnchangedLine({ edits }: Attempt, text: string): string | undefined {
  return edits
    .flatMap((edit) => edit.removed)
    .find((line) => line.length >= MIN_LINE && text.includes(line));
}
