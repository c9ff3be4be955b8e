import type { CommentDraft } from '../../../app/api/requests';

/** `:3:` and `:3-5:` between the name of a file and the text. */
const PLACE = /:(\d{1,9})(?:-(\d{1,9}))?:/g;

/**
 * The readings of `file:line:text` and `file:line-line:text`, the likeliest first: one for each place in the words that can
 * be the line, since both file and text may contain colons. [] if it is nothing of the kind.
 */
export function readComment(words: string): readonly CommentDraft[] {
  const readings: CommentDraft[] = [];
  PLACE.lastIndex = 0;
  for (let found = PLACE.exec(words); found !== null; found = PLACE.exec(words)) {
    const [place, line = '', end] = found;
    const path = words.slice(0, found.index);
    const text = words.slice(found.index + place.length);
    if (path !== '' && text.trim() !== '')
      readings.push({
        ...{ path, line: Number(line), text: text.trim() },
        ...(end !== undefined && { endLine: Number(end) }),
      });
    // `a:1:2:text`: the second colon can begin a place as well.
    PLACE.lastIndex = found.index + place.length - 1;
  }
  return readings;
}
