import { styleText } from 'node:util'

const LEVELS: Record<number, [name: string, colour: 'gray' | 'cyan' | 'yellow' | 'red']> = {
  10: ['TRACE', 'gray'],
  20: ['DEBUG', 'gray'],
  30: ['INFO ', 'cyan'],
  40: ['WARN ', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
}

interface Entry {
  level: number
  time: string
  msg?: string
  err?: { message?: string; stack?: string; type?: string }
  [name: string]: unknown
}

/** Turns a JSON line of the log into lines for a terminal. `pino-pretty` would add 13 packages for this. */
export function prettyLine(line: string): string {
  const { level, time, msg = '', err, ...others } = JSON.parse(line) as Entry
  const [name, colour] = LEVELS[level] ?? ['     ', 'gray']
  const rest = Object.entries(others).map(([key, value]) => ` ${key}=${textOf(value)}`)
  const text = msg === 'request' ? requestText(others) : oneLine(msg) + paint('gray', oneLine(rest.join('')))
  const stack = err
    ? (err.stack ?? `${err.type}: ${err.message}`).split('\n').map((each) => `\n  ${oneLine(each)}`)
    : []
  return `${paint('gray', time.slice(11, 23))} ${paint(colour, name)} ${text}${stack.join('')}\n`
}

const requestText = ({ method, route, status, ms, requestId }: Record<string, unknown>): string =>
  `${oneLine([method, route, status].map(textOf).join(' '))} in ${textOf(ms)} ms ${paint('gray', oneLine(textOf(requestId)))}`

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const paint = (colour: Parameters<typeof styleText>[0], text: string): string =>
  styleText(colour, text, { stream: process.stdout })

/** Escapes control characters, which could forge log lines or move the cursor. */
const oneLine = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
