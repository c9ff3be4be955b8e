/** Names the folder the meter leaves its reports in; without it the meter does nothing. */
export const REPORTS_VARIABLE = 'DEVS_BENCH_REPORTS';

/** Ids of the two extensions whose activation is compared. */
export const DEVS_ID = 'devs.devs';
export const PEER_ID = 'devs.devs-bench-peer';
