import { type LeaseFacts, identifyHolder } from '../../model/workspace/leaseHolder';
import { knownConfig } from '../../model/config/config';
import { BUILT_IN_LIMITS } from '../../model/config/limits';
import { stateSize, type StateUsage } from '../../ports/stateFiles';
import type { StateFolderFacts } from '../../ports/machine';
import type { StoreReader } from '../../ports/store';
import { describeInvisible } from '../../reports/lease/describeLease';
import type { DoctorContext } from './doctorContext';
import type { Finding, PlannedCheck } from './runChecks';
import { quote, splitRemedy } from './findingText';
import { formatBytes, MEGABYTE } from '../../text/bytes';
import { countOf } from '../../text/count';

/**
 * Free bytes below which a full disk is imminent (problem), and below which it is possible
 * (warning).
 */
const TOO_LITTLE = 50 * MEGABYTE;
const LITTLE = 1_000 * MEGABYTE;

const ELSEWHERE = 'or set DEVS_STATE_DIR to another folder';

/** Checks the state directory, its space, the database and the lease. */
export function stateChecks(context: DoctorContext): readonly PlannedCheck[] {
  const { machine, state, stateFiles } = context.parts;
  let asked: Promise<StateFolderFacts> | undefined;
  const facts = (): Promise<StateFolderFacts> => (asked ??= machine.stateFolder());
  const check = (id: string, title: string, find: () => Promise<Finding>): PlannedCheck => {
    return { id, title, group: 'State', find };
  };
  return [
    check('state-directory', 'Directory', async () => folderFinding(await facts())),
    check('disk-space', 'Space', async () =>
      spaceFinding({
        use: await stateFiles.usage(),
        freeBytes: (await facts()).freeBytes,
        maxMb: readMaxStateMb(context),
      }),
    ),
    check('state', 'Database', async () => databaseFinding(await state.read())),
    check('lease', 'Lease', async () => leaseFinding(await state.lease())),
  ];
}

function readMaxStateMb({ config }: DoctorContext): number {
  const limits = knownConfig(config)?.limits ?? BUILT_IN_LIMITS;
  return limits.maxStateMb;
}

/** Reports the state directory and whether it is writable. */
export function folderFinding(facts: StateFolderFacts): Finding {
  const { directory, exists, unwritable } = facts;
  const place = quote(directory, 400);
  if (unwritable !== undefined) {
    return {
      level: 'problem',
      ...splitRemedy(unwritable, `Make ${place} writable for you, ${ELSEWHERE}.`),
    };
  }
  return { level: 'ok', found: exists ? place : `${place}, created when the first task runs` };
}

interface Space {
  readonly use: StateUsage;
  readonly freeBytes: number | undefined;
  /** Megabytes; 0 for no limit. */
  readonly maxMb: number;
}

/** Reports used and free disk space. */
export function spaceFinding({ use, freeBytes, maxMb }: Space): Finding {
  const size = stateSize(use);
  const limit = maxMb === 0 ? '' : ` of ${formatBytes(maxMb * MEGABYTE)}`;
  const free = freeBytes === undefined ? '' : `, ${formatBytes(freeBytes)} free`;
  const found = `${formatBytes(size)}${limit} used${free}`;
  if (freeBytes !== undefined && freeBytes < LITTLE) {
    const level = freeBytes < TOO_LITTLE ? 'problem' : 'warning';
    return { level, found, remedy: `Free space on the disk of the state folder, ${ELSEWHERE}.` };
  }
  if (maxMb > 0 && size > maxMb * MEGABYTE) {
    return {
      level: 'warning',
      found,
      remedy:
        '`devs clean --dry-run` shows what can be removed; or raise `maxStateMb` in devs.yaml.',
      fix: { kind: 'clean' },
    };
  }
  return { level: 'ok', found };
}

function databaseFinding(store: StoreReader): Finding {
  const [notice] = store.listNotices();
  if (notice !== undefined) {
    const fallback = 'See "The state is damaged" in docs/runbook.md.';
    return { level: 'warning', ...splitRemedy(notice, fallback) };
  }
  const tasks = store.listTasks().length;
  return {
    level: 'ok',
    found: tasks === 0 ? 'nothing in it yet' : `readable, ${countOf(tasks, 'task')}`,
  };
}

function leaseFinding(facts: LeaseFacts | undefined): Finding {
  if (facts === undefined) return { level: 'ok', found: 'free' };
  const { holder, file, lastWrite } = facts;
  const held = `held by ${quote(identifyHolder(holder))} since ${quote(holder.since)}`;
  const unknown = describeInvisible(facts);
  if (unknown === undefined) return { level: 'ok', found: held };
  const written = lastWrite === undefined ? '' : `, last write ${lastWrite}`;
  return {
    level: 'warning',
    found: `${held}${written} (${quote(file, 400)}). ${unknown}`,
    remedy: 'If that process has ended, `devs unlock` frees the workspace.',
  };
}
