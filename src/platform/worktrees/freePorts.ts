import { createHash } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports of a block: the first one and those after it. */
const PORTS = 10;
/** Below the range from which systems take ports for outgoing connections. */
const FIRST = 20_000;
const BLOCKS = 1_000;

/**
 * First port of a block of ten that nobody listens on now. The same `name` gives the same block while that is free.
 * Throws when there is none.
 */
export async function findFreePorts(name: string): Promise<number> {
  const start = createHash('sha256').update(name).digest().readUInt32BE(0) % BLOCKS;
  for (let tried = 0; tried < BLOCKS; tried += 1) {
    const first = FIRST + ((start + tried) % BLOCKS) * PORTS;
    if (await areFree(first)) return first;
  }
  throw new Error(`no ${PORTS} ports in a row are free from ${FIRST} on`);
}

async function areFree(first: number): Promise<boolean> {
  for (let port = first; port < first + PORTS; port += 1) if (!(await isFree(port))) return false;
  return true;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
