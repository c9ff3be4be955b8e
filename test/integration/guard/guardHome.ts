import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyInstall, applyUninstall, type GuardOutcome } from '../../../src/app/guard/applyGuard';
import type { GuardPlace } from '../../../src/app/guard/guardPlace';
import { planInstall, planUninstall, type GuardPlan } from '../../../src/app/guard/planGuard';
import type { GuardedAgent } from '../../../src/model/guard/guardedAgent';
import { GUARD_PROGRAMS } from '../../../src/platform/guard/guardPrograms';
import type { GuardScope } from '../../../src/model/guard/guardInstall';

/** A user of agents in a temporary folder, and programs that stand for those of `dist/`. */
export class GuardHome {
  readonly root = mkdtempSync(path.join(tmpdir(), "devs guard's-"));
  readonly claude = path.join(this.root, 'claude');
  readonly codex = path.join(this.root, 'codex');
  readonly guard = path.join(this.root, 'state', 'devs', 'guard');
  readonly project = path.join(this.root, 'project');
  readonly bin = path.join(this.root, 'bin');
  readonly place: GuardPlace;

  constructor() {
    for (const folder of [this.bin, this.project, path.join(this.root, 'dist')]) mkdirSync(folder);
    for (const name of GUARD_PROGRAMS) this.write(`dist/${name}`, `// ${name}`);
    this.program('node', 'exit 0');
    this.program('claude', 'echo "9.9.9 (Claude Code)"');
    this.place = {
      environment: {
        ...{ HOME: this.root, USERPROFILE: this.root },
        PATH: `${this.bin}${path.delimiter}/usr/bin:/bin`,
        XDG_STATE_HOME: path.join(this.root, 'state'),
        CLAUDE_CONFIG_DIR: this.claude,
        CODEX_HOME: this.codex,
      },
      assetsDir: path.join(this.root, 'dist'),
      folder: this.project,
    };
  }

  /** A program on PATH, as a script of the shell. */
  program(name: string, script: string): void {
    this.write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(this.bin, name), 0o755);
  }

  /** Writes a file, with its folder; returns its path. */
  write(file: string, text: string | Uint8Array): string {
    const full = path.join(this.root, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  }

  read(file: string): string {
    return readFileSync(path.join(this.root, file), 'utf8');
  }

  install(
    agents: readonly GuardedAgent[] = ['claude'],
    scope: GuardScope = 'user',
  ): GuardOutcome & { readonly plan: GuardPlan } {
    const plan = planInstall({ agents, scope }, this.place);
    return { plan, ...applyInstall(plan, this.place) };
  }

  uninstall(
    agents: readonly GuardedAgent[] = [],
    scope?: GuardScope,
  ): GuardOutcome & { readonly plan: GuardPlan } {
    const plan = planUninstall({ agents, ...(scope !== undefined && { scope }) }, this.place);
    return { plan, ...applyUninstall(plan, this.place) };
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
