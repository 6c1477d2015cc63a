/**
 * The numbers of PostgreSQL's advisory locks. They are arbitrary but never change, because processes of different
 * releases may run at the same time.
 */
export const ADVISORY_LOCKS = {
  /** Serialises migrations. */
  migrations: 7_166_001,
  /** Serialises registrations, so that exactly one user is the first. */
  registrations: 7_166_002,
  /** Serialises role changes, so that at least one admin remains. */
  roles: 7_166_003,
  /** Serialises reservations of AI budgets. */
  budgets: 7_166_004,
  /**
   * Each running process holds this lock in shared mode. A migration that breaks older processes takes it exclusively.
   */
  running: 7_166_059,
} as const
