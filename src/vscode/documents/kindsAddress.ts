import * as z from 'zod/mini';
import type { ReviewAnswer } from '../../app/api/answers';
import { describeKinds } from '../../reports/review/reviewDiff';

/** Name of the document, beside the files of the change. */
const NAME = 'Links and permissions';

const schema = z.strictObject({
  /** URI of the workspace folder. */
  folder: z.string().check(z.maxLength(4_000)),
  /** The paused task. */
  taskId: z.string().check(z.maxLength(200)),
  turn: z.int().check(z.positive()),
});

/** The review that a document is about. */
export type KindsAddress = z.infer<typeof schema>;

/** Path and query of the URI of the document, `root` being the path of the folder's own. */
export function kindsAddress(
  address: KindsAddress,
  root: string,
): { readonly path: string; readonly query: string } {
  return { path: `${root.replace(/\/$/, '')}/${NAME}`, query: JSON.stringify(address) };
}

/** Parses an untrusted query; undefined when it names no review. */
export function readKindsAddress(query: string): KindsAddress | undefined {
  try {
    return schema.safeParse(JSON.parse(query)).data;
  } catch {
    return undefined;
  }
}

/** Text of the document: a line for each link and each file that can be run, or can no longer. */
export function kindsText(found: ReviewAnswer, turn: number): string {
  if (!found.ok) return `${found.message}\n`;
  if (found.review.turn !== turn)
    return `The change of turn ${turn} does not wait for a review any more.\n`;
  return `The texts of these files do not show that\n\n${describeKinds(found.review.files).join('\n')}\n`;
}
