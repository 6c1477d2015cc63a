import { AppError, ERROR_STATUS } from '#core/errors.ts'
import type { Meters, ModelOutcome } from './meters.ts'
import { MODEL_OUTCOMES } from './meters.ts'

/** Makes a pool of parsers measure its runs. @returns the same pool */
export function meteredParsers<Pool extends { parse(...given: never[]): Promise<unknown> }>(
  pool: Pool,
  { parserSeconds, parses }: Meters,
): Pool {
  const parse = pool.parse.bind(pool) as (...given: unknown[]) => Promise<unknown>
  return Object.assign(pool, {
    async parse(...given: unknown[]) {
      const parser = String(given[0])
      const from = performance.now()
      let outcome = 'ok'
      try {
        return await parse(...given)
      } catch (error) {
        outcome = parserOutcome(error)
        throw error
      } finally {
        parses.add({ parser, outcome })
        parserSeconds.observe((performance.now() - from) / 1000, { parser })
      }
    },
  })
}

function parserOutcome(error: unknown): string {
  if (!(error instanceof AppError)) return error instanceof DOMException || isAbort(error) ? 'cancelled' : 'failed'
  if (error.code === 'parser_busy' || error.code === 'shutting_down') return 'busy'
  return ERROR_STATUS[error.code] < 500 ? 'rejected' : 'failed'
}

const isAbort = (error: unknown): boolean => (error as Error | undefined)?.name === 'ClientDisconnected'

/** Counts a call of a model by its outcome. */
export async function meteredCall<Result>(
  meters: Meters,
  { name, model }: { name: string; model: string },
  signal: AbortSignal,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await call()
    meters.modelCall(name, model, 'ok')
    return result
  } catch (error) {
    meters.modelCall(name, model, signal.aborted ? 'cancelled' : modelOutcome(error))
    throw error
  }
}

function modelOutcome(error: unknown): ModelOutcome {
  const { reason } = (error ?? {}) as { reason?: string }
  return MODEL_OUTCOMES.find((outcome) => outcome === reason) ?? 'failed'
}
