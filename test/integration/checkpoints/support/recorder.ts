import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createCheckpoints,
  type CheckpointsOptions,
} from '../../../../src/platform/checkpoints/createCheckpoints';

/** A process of a test, to be killed: records and prunes for ever, and tells what is acknowledged. */
const options = JSON.parse(process.argv[2] ?? '') as CheckpointsOptions;
const checkpoints = createCheckpoints(options);

/** What it says: this checkpoint holds that number in `number.txt`; those of before are let go. */
export interface Acknowledged {
  readonly id: string;
  readonly number: number;
}

process.on('disconnect', () => process.exit());

async function record(): Promise<void> {
  let last: string | undefined;
  const keep = process.argv[3] ?? '';
  mkdirSync(join(options.workspaceDir, 'src'), { recursive: true });
  for (let number = 1; ; number += 1) {
    writeFileSync(join(options.workspaceDir, 'number.txt'), String(number));
    for (let file = 0; file < 20; file += 1)
      writeFileSync(
        join(options.workspaceDir, 'src', `${file}`),
        `${process.pid} ${number} ${file}`,
      );
    const { id } = await checkpoints.record();
    process.send?.({ id, number } satisfies Acknowledged);
    if (number % 3 === 0)
      await checkpoints.prune(new Set([keep, id, last ?? id]), { dryRun: false });
    last = id;
  }
}

void record();
