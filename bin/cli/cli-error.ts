/** The reason why a command ended, as its exit code. Scripts rely on these numbers. */
export const EXIT = {
  done: 0,
  /** An unexpected error, which is a bug of this program. */
  fault: 1,
  /** Wrong arguments, settings or files. Frogy received nothing. */
  usage: 2,
  /** Frogy rejects the API key, or the key lacks a permission. */
  key: 3,
  /** Frogy refused the request, and changed nothing. */
  refused: 4,
  /** No complete response. The user can repeat the same command to continue. */
  unanswered: 5,
  /** Frogy has the post, but its network did not publish it. */
  unpublished: 6,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** An expected failure, with a message for the user. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: ExitCode
  /** The API's error code, if Frogy responded. */
  readonly code: string | null
  /** Whether a repetition of the command must use the idempotency keys of this run. */
  readonly isOpen: boolean

  constructor(exitCode: ExitCode, message: string, more: { code?: string | null; isOpen?: boolean } = {}) {
    super(message)
    this.exitCode = exitCode
    this.code = more.code ?? null
    this.isOpen = more.isOpen ?? exitCode === EXIT.unanswered
  }
}

export const usageError = (message: string): CliError => new CliError(EXIT.usage, message)
