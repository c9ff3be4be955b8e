/** Roles inside a turn of a task with `roles` in `devs.yaml`. */
export const ROLES = ['planner', 'researcher', 'coder', 'verifier'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that the planner can send a hop to. */
export const WORKING_ROLES = ['researcher', 'coder', 'verifier'] as const;
export type WorkingRole = (typeof WORKING_ROLES)[number];

/** Exits of a task whose planner repeats itself (docs/decisions/planner-loops.md). */
export const EXITS = ['snitch', 'ask_human', 'done_partial'] as const;
export type Exit = (typeof EXITS)[number];

/** One role of a task, with its agent. */
export interface RoleDefinition {
  /** Name of an agent of the same configuration; absent: the task's own agent. */
  readonly agent?: string;
  /** Instructions in addition to its job; '' for none. */
  readonly instructions: string;
}

/** The roles of a task. */
export interface TaskRoles {
  readonly planner: RoleDefinition;
  /** Absent: the planner cannot ask for research. */
  readonly researcher?: RoleDefinition;
  readonly coder: RoleDefinition;
  /** Absent: a hop to the verifier runs the task's verify command; without one there is no verifier. */
  readonly verifier?: RoleDefinition;
  /** Exit when an edge reaches its limit without progress. */
  readonly onStuck: Exit;
}

/** The edges, named as in docs/decisions/planner-loops.md. */
export const EDGES = ['planner_to_researcher', 'planner_to_coder', 'planner_to_verifier'] as const;
export type Edge = (typeof EDGES)[number];

/** Number of hops along each edge since its last progress; whole numbers >= 0. */
export type LoopCounters = Readonly<Record<Edge, number>>;

/** Counters before the first hop. */
export const NO_HOPS: LoopCounters = {
  planner_to_researcher: 0,
  planner_to_coder: 0,
  planner_to_verifier: 0,
};

/** Returns the edge from the planner to a role. */
export function edgeTo(role: WorkingRole): Edge {
  return `planner_to_${role}`;
}

/** Formats an edge for humans as in docs/decisions/planner-loops.md: "planner→researcher". */
export function describeEdge(edge: Edge): string {
  return edge.replace('_to_', '→');
}

/** What the planner can decide: a role, `done` (the turn's work is finished), or an exit. */
export const NEXT_STEPS = [...WORKING_ROLES, 'done', ...EXITS] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

/** The planner's typed answer. */
export interface PlannerDecision {
  readonly next: NextStep;
  /** The reason, one or two sentences. */
  readonly reason: string;
  /** The remaining steps, in order; may be empty. */
  readonly plan: readonly string[];
  /** Query for the researcher; absent: the plan, else the reason. */
  readonly query?: string;
  /** Question to the human; absent: the reason. */
  readonly question?: string;
}
