import { decodeEntities } from './entities.ts'

/**
 * Parses JSON. Repairs comments, CDATA marks, line breaks in strings, extra commas and HTML escapes. Undefined if the
 * repaired text is still invalid.
 */
export function parseTolerantly(script: string): unknown {
  const attempts = [
    () => script,
    () => mended(script),
    () => mended(decodeEntities(script)),
    // Some scripts contain two objects without a comma between them, so make them an array.
    () => `[${mended(script).replace(/\}\s*\{/g, '},{')}]`,
  ]
  for (const attempt of attempts) {
    try {
      return JSON.parse(attempt())
    } catch {
      // The text is not valid JSON yet, so try the next repair.
    }
  }
  return undefined
}

/** Removes comments and extra commas, and escapes line breaks in strings, in one pass over the script. */
function mended(script: string): string {
  const kept: string[] = []
  let index = 0
  while (index < script.length) {
    const sign = script.charAt(index)
    if (sign === '"') {
      const end = endOfString(script, index)
      kept.push(script.slice(index, end).replace(/\p{Cc}/gu, (control) => (control === '\n' ? '\\n' : ' ')))
      index = end
      continue
    }
    const noise = NOISE.find(([mark]) => script.startsWith(mark, index))
    if (noise) {
      const [mark, until] = noise
      const end = until === '' ? index + mark.length : script.indexOf(until, index + mark.length) + until.length
      index = end > index ? end : script.length
      continue
    }
    if ((sign === '}' || sign === ']') && kept.at(-1) === ',') kept.pop()
    if (sign.trim() !== '' && sign !== ';') kept.push(sign)
    index++
  }
  return kept.join('')
}

/** Parts of a script that are not JSON, by their start and end: comments, and marks of HTML comments and CDATA. */
const NOISE = [
  ...['<!--', '-->', '//<![CDATA[', '// <![CDATA[', '<![CDATA[', '//]]>', '// ]]>', ']]>'].map(
    (mark) => [mark, ''] as const,
  ),
  ['/*', '*/'],
  ['//', '\n'],
] as const

function endOfString(script: string, start: number): number {
  for (let index = start + 1; index < script.length; index++) {
    if (script[index] === '\\') index++
    else if (script[index] === '"') return index + 1
  }
  return script.length
}
