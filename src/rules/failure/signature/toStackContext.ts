import type { FailureBlock } from './failureBlock';
import { normalise } from './normalise';
import { toOwnFile } from './toOwnFile';
import type { StackFrame } from './stackFrames';

/** Endless recursion, whose innermost frame is random. */
const ENDLESS = /recursion|call stack|StackOverflow|stack overflow/i;
/** Frames of the runtime, which depend on what ran before. */
const RUNTIME = /^(?:node:|internal\/|<)/;
const MAX_STACKS = 50;

/**
 * Lists a stack's frames in the user's own files, innermost first, with files relative to the workspace; if there are
 * none, the place that the error names.
 */
export function listOwnFrames(block: FailureBlock, workspace: string): readonly StackFrame[] {
  if (ENDLESS.test(block.lines[0] ?? '')) return [];
  const { stack, place } = block;
  const own = stack.flatMap((frame) => toOwnFrame(frame, workspace));
  return own.length > 0 || place === undefined ? own : toOwnFrame(place, workspace);
}

function toOwnFrame(frame: StackFrame, workspace: string): readonly StackFrame[] {
  const file = toOwnFile(frame.file, workspace);
  return file === undefined ? [] : [{ ...frame, file: normalise(file, workspace) }];
}

/** Formats a frame, with its line number if `withLine`. */
export function describeFrame(frame: StackFrame, withLine: boolean): string {
  const line = withLine && frame.line !== undefined ? `:${frame.line}` : '';
  return `at ${frame.file}${line}${frame.function === undefined ? '' : ` in ${frame.function}`}`;
}

/** Functions and files of all stacks, without line numbers and independent of their order; '' without a stack. */
export function toStackContext(blocks: readonly FailureBlock[], workspace: string): string {
  const stacks = blocks
    .filter(({ stack, lines }) => stack.length > 0 && !ENDLESS.test(lines[0] ?? ''))
    .slice(0, MAX_STACKS)
    .map(({ stack }) => toContext(stack, workspace));
  return [...new Set(stacks)].sort().join('\n\n');
}

function toContext(stack: readonly StackFrame[], workspace: string): string {
  const frames = stack
    .filter(({ file }) => !RUNTIME.test(file))
    .map((frame) => normalise(describeFrame(frame, false), workspace));
  return frames.filter((text, index) => text !== frames[index - 1]).join('\n');
}
