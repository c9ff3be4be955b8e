import { createHash } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports of a block: the first one and those after it. */
const PORTS = 10;
/** Below the range from which systems take ports for outgoing connections. */
const FIRST = 20_000;
const BLOCKS = 1_000;

/** The blocks of ports of one process's worktrees: no two have the same. */
export class PortBlocks {
  /** First port of each block, by the name that it is reserved for. */
  private readonly reserved = new Map<string, number>();

  /**
   * First port of a block of ten that nobody listens on now, reserved for `name` in place of the one that it had. The same
   * name gives the same block while that is free. Throws when there is none.
   */
  async reserve(name: string): Promise<number> {
    const start = createHash('sha256').update(name).digest().readUInt32BE(0) % BLOCKS;
    for (let tried = 0; tried < BLOCKS; tried += 1) {
      const first = FIRST + ((start + tried) % BLOCKS) * PORTS;
      if (this.isOfAnother(name, first)) continue;
      this.reserved.set(name, first);
      if (await areFree(first)) return first;
    }
    this.reserved.delete(name);
    throw new Error(`no ${PORTS} ports in a row are free from ${FIRST} on`);
  }

  /** The block that is reserved for `name`, also while somebody listens there; one is reserved where there is none. Throws as `reserve`. */
  async blockOf(name: string): Promise<number> {
    return this.reserved.get(name) ?? (await this.reserve(name));
  }

  release(name: string): void {
    this.reserved.delete(name);
  }

  private isOfAnother(name: string, first: number): boolean {
    return [...this.reserved].some(([other, taken]) => other !== name && taken === first);
  }
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
