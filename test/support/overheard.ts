const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const;

/** What `work` comes to, and all that was said meanwhile on a console or on standard error. */
export async function overheard<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly said: string }> {
  const said: string[] = [];
  const before = { ...console };
  const write = process.stderr.write.bind(process.stderr);
  for (const name of METHODS)
    console[name] = (...words: unknown[]) => void said.push(words.join(' '));
  process.stderr.write = (chunk: string | Uint8Array) => {
    said.push(String(chunk));
    return true;
  };
  try {
    const result = await work();
    return { result, said: said.join('\n') };
  } finally {
    process.stderr.write = write;
    Object.assign(console, before);
  }
}
