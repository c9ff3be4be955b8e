const NOBODY = 65534;

/** File modes mean nothing to root: does `work` as somebody else where the tests run as root. */
export async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
