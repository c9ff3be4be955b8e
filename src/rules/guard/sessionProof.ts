import type { GuardedLoop, SessionState } from '../../model/guard/guardedSession';
import type { GuardedProof, GuardFinding } from '../../model/guard/guardedProof';
import type { SessionRecord } from '../../model/guard/sessionRecord';
import type { Step, StepVerdict } from '../../model/steps/step';
import { describeSuspicion } from './guardTexts';
import { SessionGuard, type GuardOptions } from './sessionGuard';

/** Collects all steps of a session, and what the guard found at each and answered. Keeps them whole in memory. */
export class SessionProof {
  private readonly guard: SessionGuard;
  private readonly steps: Step[] = [];
  private findings: readonly GuardFinding[] = [];

  constructor(options: GuardOptions) {
    this.guard = new SessionGuard(options, {
      onStep: (step) => this.steps.push(step),
      onSuspicion: (verdict) => this.add({ verdict }),
      onLoop: (loop, verdict) => this.add({ verdict, loop }),
    });
  }

  /** Takes the next record. */
  observe(record: SessionRecord): void {
    const answer = this.guard.observe(record);
    if (answer.kind !== 'context') return;
    this.findings = this.findings.map((each) =>
      each.loop === undefined && each.told !== true && answer.text === toldOf(each.verdict)
        ? { ...each, told: true }
        : each,
    );
  }

  /** The session after the newest record. */
  get state(): SessionState {
    return this.guard.state;
  }

  /** All of it so far. */
  get proof(): Pick<GuardedProof, 'steps' | 'findings'> {
    const { loops } = this.guard.state;
    const found = this.findings.filter(({ loop }) => loop !== undefined);
    // Only the newest are listed; what a human said of a loop stands there.
    const listed = new Map<GuardFinding, GuardedLoop | undefined>(
      found.map((each, index) => [each, loops[index - found.length + loops.length]]),
    );
    return {
      steps: this.steps,
      findings: this.findings.map((each) => {
        const loop = listed.get(each);
        return loop === undefined ? each : { ...each, loop };
      }),
    };
  }

  private add(finding: GuardFinding): void {
    this.findings = [...this.findings, finding];
  }
}

function toldOf({ message }: StepVerdict): string {
  return describeSuspicion(message);
}
