import { SAME_REQUEST } from '../collaboration/collaborationLoop';
import { lexicalSimilarity } from '../collaboration/similarity';

/** Whether two texts ask the same. */
export type SameQuery = (a: string, b: string) => boolean;

/** Whether two texts are the same but for case, spaces and closing marks. */
export function isEqualText(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

/** Whether two texts are equal, or more alike than requests that count as the same (decision 74: 0.85). */
export function isSameText(a: string, b: string): boolean {
  return isEqualText(a, b) || lexicalSimilarity(a, b) > SAME_REQUEST;
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s.!?…]+/)
    .filter((word) => word !== '')
    .join(' ');
}
