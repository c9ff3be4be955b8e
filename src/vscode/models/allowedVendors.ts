import type { Memento } from 'vscode';

const MEMORY_KEY = 'devs.allowedModelVendors';

/**
 * Vendors whose models the user allowed Devs to ask, for all workspaces. VS Code keeps its own
 * list, but `canSendRequest` is true for every model, at least up to 1.139: a run
 * that relied on it could open a consent dialog while the user is away.
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
