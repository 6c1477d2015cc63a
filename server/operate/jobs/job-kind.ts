import type { z } from 'zod'

/** Describes a kind of job. The handler is separate (`Handlers`), because callers that add jobs do not need it. */
export interface JobKind {
  data?: z.ZodType<object>
  /**
   * An interval, or `due` for work on due rows. Two runs of a job with an interval never overlap. Runs of a job for due
   * rows may overlap, so the job must claim its rows.
   */
  when?: { everyMs: number } | 'due'
  /** Whether web processes run this job too, so that users are notified even without a worker. */
  runsOnWeb?: true
  /** Whether this job does nothing while publishing is held. */
  waitsWhileHeld?: true
  /**
   * The maximum number of attempts. If the last one fails, administrators are notified. The pauses between attempts
   * start at 2 s and double up to ten minutes.
   */
  tries?: number
  /** How long a run of this job may take; ten minutes by default. */
  timeoutMs?: number
}

export type JobKinds = Record<string, JobKind>

export type JobName<Kinds extends JobKinds> = keyof Kinds & string

export type JobData<Kind extends JobKind> = Kind extends { data: infer Data extends z.ZodType }
  ? z.output<Data>
  : Record<string, never>

interface Handler<Kind extends JobKind> {
  /**
   * Runs the job. It runs again after an exception or a crash, so it must be idempotent.
   * @param signal aborts when the job should stop soon; the next run does the rest
   */
  run(data: JobData<Kind>, signal: AbortSignal): Promise<void>
}

interface DueHandler<Kind extends JobKind> extends Handler<Kind> {
  /** The time when this job next has work; undefined when it has none. */
  dueAt(now: Date): Promise<Date | undefined>
}

export type Handlers<Kinds extends JobKinds> = {
  [Name in keyof Kinds]: Kinds[Name] extends { when: 'due' } ? DueHandler<Kinds[Name]> : Handler<Kinds[Name]>
}

/** The error of a job for which a retry is pointless. Administrators are notified immediately. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
}
