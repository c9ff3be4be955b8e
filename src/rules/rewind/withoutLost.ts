/** The checkpoints that a turn refers to. */
interface Referring {
  readonly checkpointBefore?: string;
  readonly checkpointAfter?: string;
  readonly fileListBefore?: string;
  readonly fileListAfter?: string;
}

/** The turn as if checkpoints that cannot be read any more had never been on record. */
export function withoutLost<Each extends object>(turn: Each, lost: ReadonlySet<string>): Each {
  if (lost.size === 0) return turn;
  const { checkpointBefore, checkpointAfter, fileListBefore, fileListAfter, ...others } =
    turn as Each & Referring;
  const there = Object.entries({
    checkpointBefore,
    checkpointAfter,
    fileListBefore,
    fileListAfter,
  });
  const kept = there.filter(([, id]) => id !== undefined && !lost.has(id));
  return { ...others, ...Object.fromEntries(kept) } as Each;
}

/** Ids of the checkpoints of turns. */
export function checkpointsOf(turns: readonly object[]): readonly string[] {
  return (turns as readonly Referring[])
    .flatMap((turn) => [
      ...[turn.checkpointBefore, turn.checkpointAfter, turn.fileListBefore, turn.fileListAfter],
    ])
    .filter((id) => id !== undefined);
}
