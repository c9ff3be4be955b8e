export type Facts = Readonly<Record<string, unknown>>;

/** Adds the fields that earlier versions did not record, with default values. */
export function addMissingFacts(event: string, facts: Facts): Facts {
  switch (event) {
    case 'turn_ended':
      return { agent: '', ...facts };
    case 'loop_detected':
      return facts['loopType'] === undefined ? { ...loopDefaults(facts), ...facts } : facts;
    case 'gate_triggered': {
      const trigger = { trigger_reason: facts['reason'] };
      return { agent_id: '', loop_count: 0, failure_history: [], ...trigger, ...facts };
    }
    case 'task_status_changed':
      return { reason: '', ...facts };
    case 'intervention':
      return { detail: '', ...facts };
    default:
      return facts;
  }
}

function loopDefaults({ message }: Facts): Facts {
  return {
    kind: 'turn_after_turn',
    level: 'stuck',
    agent_id: '',
    loop_count: 0,
    error_signature: '',
    is_exact_match: false,
    orchestrator_reasoning: message,
  };
}
