const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(0)} s`;

/** Writes one line of progress to standard error, so that standard output stays free for results. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Runs `work`, telling on standard error that it began, every 10 s that it goes on, and how long it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  note(`  ${title} …`);
  const reminder = setInterval(() => note(`  ${title} … ${seconds(began)}`), 10_000);
  try {
    const result = await work();
    note(`  ${title}: done in ${seconds(began)}`);
    return result;
  } finally {
    clearInterval(reminder);
  }
}
