/** Who works on a task inside a turn, where `devs.yaml` has `roles`. */
export const ROLES = ['planner', 'researcher', 'coder', 'verifier'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that the planner can send a hop to. */
export const WORKING_ROLES = ['researcher', 'coder', 'verifier'] as const;
export type WorkingRole = (typeof WORKING_ROLES)[number];

/** What becomes of a task whose planner goes round in circles (docs/decisions/planner-loops.md). */
export const EXITS = ['snitch', 'ask_human', 'done_partial'] as const;
export type Exit = (typeof EXITS)[number];

/** One role of a task, with its agent. */
export interface RoleDefinition {
  /** Name of an agent of the same configuration; absent: the task's own agent. */
  readonly agent?: string;
  /** What it is told besides its job; '' for nothing. */
  readonly instructions: string;
}

/** The roles that a task is worked on by. */
export interface TaskRoles {
  readonly planner: RoleDefinition;
  /** Absent: the planner cannot ask for research. */
  readonly researcher?: RoleDefinition;
  readonly coder: RoleDefinition;
  /** Absent: a hop to the verifier runs the task's verify command; without one there is no verifier. */
  readonly verifier?: RoleDefinition;
  /** What follows when an edge reaches its limit without progress. */
  readonly onStuck: Exit;
}

/** The edges of docs/decisions/planner-loops.md, named as it names them. */
export const EDGES = ['planner_to_researcher', 'planner_to_coder', 'planner_to_verifier'] as const;
export type Edge = (typeof EDGES)[number];

/** Hops along each edge since progress was last seen there; whole numbers >= 0. */
export type LoopCounters = Readonly<Record<Edge, number>>;

/** No hop yet. */
export const NO_HOPS: LoopCounters = {
  planner_to_researcher: 0,
  planner_to_coder: 0,
  planner_to_verifier: 0,
};

/** The edge from the planner to a role. */
export function edgeTo(role: WorkingRole): Edge {
  return `planner_to_${role}`;
}

/** "planner→researcher", as docs/decisions/planner-loops.md writes an edge for humans. */
export function describeEdge(edge: Edge): string {
  return edge.replace('_to_', '→');
}

/** What the planner can decide: a role, `done` (the turn's work is finished), or an exit. */
export const NEXT_STEPS = [...WORKING_ROLES, 'done', ...EXITS] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

/** The planner's typed answer. */
export interface PlannerDecision {
  readonly next: NextStep;
  /** One sentence or two: why. */
  readonly reason: string;
  /** The steps from here on, in their order; may be empty. */
  readonly plan: readonly string[];
  /** What the researcher is asked; absent: the plan, else the reason. */
  readonly query?: string;
  /** What the human is asked; absent: the reason. */
  readonly question?: string;
}
