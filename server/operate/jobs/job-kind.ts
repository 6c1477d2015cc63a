import type { z } from 'zod'

/** A kind of work in the background. What it does is told apart from it (`Handlers`), since who asks for it need not know. */
export interface JobKind {
  /** What a job of it is about. A job without it takes nothing. */
  data?: z.ZodType<object>
  /**
   * When it is asked for without anybody asking: so often by the clock, or whenever rows say that something is due. One
   * that is asked for by the clock is never done twice at once, by however many processes; one that rows ask for may be,
   * and has to claim what it takes up.
   */
  when?: { everyMs: number } | 'due'
  /** Whether web processes do it, too: what people are told also where no worker works. */
  isDoneOnWeb?: true
  /** How often it is tried before administrators are told, with pauses of 2 s that double, up to ten minutes. */
  tries?: number
}

export type JobKinds = Record<string, JobKind>

export type JobName<Kinds extends JobKinds> = keyof Kinds & string

export type JobData<Kind extends JobKind> = Kind extends { data: infer Data extends z.ZodType }
  ? z.output<Data>
  : Record<string, never>

export interface Handler<Kind extends JobKind> {
  /**
   * Does one job. It is begun anew when it throws, or when its process dies, so that doing it twice must do no harm.
   * @param signal aborts when it should come to an end soon: what is left then is left to the next one
   */
  run(data: JobData<Kind>, signal: AbortSignal): Promise<void>
}

/** For a kind that rows ask for. */
export interface DueHandler<Kind extends JobKind> extends Handler<Kind> {
  /** When there is next something to do, at the earliest; undefined when nothing is in sight. */
  dueAt(now: Date): Promise<Date | undefined>
}

/** What each kind does: one that lacks it does not compile. */
export type Handlers<Kinds extends JobKinds> = {
  [Name in keyof Kinds]: Kinds[Name] extends { when: 'due' } ? DueHandler<Kinds[Name]> : Handler<Kinds[Name]>
}

/** Thrown by a job that would only fail again if it were tried again at once: administrators are told right away. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
}
