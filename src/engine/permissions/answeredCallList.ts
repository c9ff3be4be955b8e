import type { AnsweredCalls } from '../../model/permissions/answeredCalls';
import { tallyAnswered } from '../../rules/permissions/tallyAnswered';

/** Collects what the agents of one turn asked permission for, and how that was answered. */
export class AnsweredCallList {
  #all: readonly AnsweredCalls[] = [];

  /** Added up; as `tallyAnswered` orders them. */
  get all(): readonly AnsweredCalls[] {
    return this.#all;
  }

  add(calls: AnsweredCalls): void {
    this.#all = tallyAnswered([...this.#all, calls]);
  }
}
