import type { FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'
import { logError } from './log-error.ts'
import { prettyLine } from './pretty-lines.ts'

const now = (): string => `,"time":"${new Date().toISOString()}"`

/** The one log of a process: JSON lines with pino's levels (30 info, 40 warn, 50 error), or lines for a terminal. */
export function loggerOptions({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>) {
  return {
    level: logLevel,
    base: undefined,
    timestamp: now,
    serializers: { err: logError },
    ...(logFormat === 'pretty' && { stream: { write: (line: string) => void process.stdout.write(prettyLine(line)) } }),
  } satisfies FastifyServerOptions['logger']
}

const LEVELS = { info: 30, warn: 40, fatal: 60 }

/**
 * Prints a line at any LOG_LEVEL: the server's address, a warning about the settings, or why Frogy cannot start.
 * @param isJson whether to print a JSON line instead of plain text
 */
export function printLine(isJson: boolean, level: keyof typeof LEVELS, text: string): void {
  if (isJson) process.stdout.write(`{"level":${LEVELS[level]}${now()},"msg":${JSON.stringify(text)}}\n`)
  else if (level === 'info') console.log(text)
  else console.error(level === 'warn' ? `Warning: ${text}` : text)
}
