import type { Memento } from 'vscode';

const MEMORY_KEY = 'devs.allowedModelVendors';

/**
 * Whose models a human has allowed Devs to ask, in any workspace of this editor. VS Code keeps its own
 * list, but what it says of it (`canSendRequest`) is true for every model, at least up to 1.139: a run
 * that relied on it would let the editor ask the human in the middle of the night.
 */
export class AllowedVendors {
  constructor(private readonly memory: Pick<Memento, 'get' | 'update'>) {}

  has(vendor: string): boolean {
    return this.all().includes(vendor);
  }

  async set(vendor: string, allowed: boolean): Promise<void> {
    if (this.has(vendor) === allowed) return;
    const others = this.all().filter((each) => each !== vendor);
    await this.memory.update(MEMORY_KEY, allowed ? [...others, vendor] : others);
  }

  private all(): readonly string[] {
    return this.memory.get<readonly string[]>(MEMORY_KEY) ?? [];
  }
}
