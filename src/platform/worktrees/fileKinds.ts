import type { FileKind, ReviewedFile } from '../../model/review/taskReview';
import { records } from '../workspace/gitFiles';
import { listedFile } from '../workspace/listedFile';
import type { GitFolder } from './gitFolder';

const KINDS: Readonly<Record<string, FileKind>> = {
  '100644': 'file',
  '100755': 'executable',
  '120000': 'link',
  '160000': 'repository',
};

/** What the paths are in which two commits differ, from the root; none that is a plain file on both sides. */
export async function listKinds(
  git: GitFolder,
  before: string,
  after: string,
): Promise<ReadonlyMap<string, NonNullable<ReviewedFile['kind']>>> {
  const output = await git.bytes([
    ...['diff-tree', '-r', '-z', '--no-renames', '--raw'],
    ...[before, after, '--'],
  ]);
  const kinds = new Map<string, NonNullable<ReviewedFile['kind']>>();
  let modes = '';
  for (const record of records(output)) {
    if (modes === '') modes = record.toString('latin1');
    else {
      const kind = readKind(modes);
      if (Object.values(kind).some((each) => each !== 'file'))
        kinds.set(listedFile(record, { tracked: true }).path, kind);
      modes = '';
    }
  }
  return kinds;
}

/** ":100644 120000 <blob> <blob> T"; a mode of zeros stands for nothing. */
function readKind(modes: string): NonNullable<ReviewedFile['kind']> {
  const [before, after] = modes
    .slice(1)
    .split(' ', 2)
    .map((mode) => KINDS[mode]);
  return { ...(before && { before }), ...(after && { after }) };
}
