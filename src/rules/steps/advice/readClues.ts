import { MAX_CLUES, type LoopClues } from '../../../model/steps/loopClues';
import type { ProvingStep, Step } from '../../../model/steps/step';
import { classifyRejection } from '../refusals/classifyRejection';
import { classifyResult } from '../results/classifyResult';
import { nameCall } from '../shown/nameCall';
import { quoteReasonLine } from '../shown/quoteReasonLine';
import { readMaskedEnds } from '../shown/readMaskedEnds';
import { toExcerpt } from '../text/toExcerpt';
import { dedupeFiles, findCallFiles, findFiles, mayBeSameFile } from './findFiles';
import { findMissingNames } from './findMissingNames';
import type { SeenSteps } from './seenSteps';

/** What is known of a run when a loop is found. */
export interface CluesSource {
  /** The proving steps, oldest first. */
  readonly proof: readonly ProvingStep[];
  /** The newest proving step, whole. */
  readonly last: Pick<Step, 'tool' | 'args' | 'result' | 'error'>;
  /** What the steps up to the newest proving one read, edited and saw fail. */
  readonly seen: Pick<SeenSteps, 'read' | 'edited' | 'failing'>;
}

/** Reads what the steps say about the cause of a loop; undefined for nothing. */
export function readClues({ proof, last, seen }: CluesSource): LoopClues | undefined {
  const { read, edited } = seen;
  const text = last.tool === '' ? '' : readMaskedEnds(last.result);
  const named = isFailed(last) ? findFiles(text) : [];
  const isSeen = (file: string): boolean =>
    [...read, ...edited].some((each) => mayBeSameFile(each, file));
  const isEdited = (file: string): boolean => edited.some((each) => mayBeSameFile(each, file));
  const lists = {
    files: dedupeFiles(proof.flatMap(findCallFiles)),
    missing: findAllMissing(proof, isFailed(last) ? text : ''),
    unread: dedupeFiles(named.filter((file) => !isSeen(file))),
    unedited:
      edited.length === 0 ? [] : dedupeFiles(read.toReversed().filter((file) => !isEdited(file))),
  };
  const found = Object.entries(lists)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => [kind, [...new Set(names)].slice(0, MAX_CLUES)] as const);
  const rejection = classifyRejection(
    { text: toExcerpt(last.result), kind: isFailed(last) ? 'failure' : 'answer' },
    last,
  );
  const failing = proof.some(({ call }) => call === seen.failing?.call) ? undefined : seen.failing;
  const facts = {
    ...(failing && { failing: describeFailing(failing) }),
    ...(isFailed(last) && { failed: true as const }),
    ...(rejection !== '' && { rejection }),
  };
  const clues: LoopClues = { ...Object.fromEntries(found), ...facts };
  return Object.keys(clues).length === 0 ? undefined : clues;
}

function describeFailing({ tool, call, result }: ProvingStep): NonNullable<LoopClues['failing']> {
  const reason = quoteReasonLine({ result, args: call });
  return { call: nameCall({ tool, args: call }), reason };
}

function isFailed({ result, error }: Pick<Step, 'result' | 'error'>): boolean {
  return classifyResult({ result, ...(error === undefined ? {} : { error }) }) === 'failure';
}

/** Of the other steps only the beginnings of their results are known. */
function findAllMissing(proof: readonly ProvingStep[], text: string): readonly string[] {
  const failed = proof.filter(({ tool, result }) => tool !== '' && isFailed({ result }));
  return [text, ...failed.map(({ result }) => result).toReversed()].flatMap((each) =>
    findMissingNames(each, MAX_CLUES),
  );
}
