import { cleanLine, streamSafe, withoutMarks } from './clean-text.ts'
import { SENTENCE_END } from './blocks.ts'
import { withoutStruckLetters } from '../struck-letters.ts'

/** Reads a plain text. Its first line is the title if a blank line follows and it is not a sentence. */
export function readPlainText(text: string): { title: string | null; content: string } {
  const whole = withoutMarks(streamSafe(text.slice(0, MAX_TEXT)).normalize('NFC'))
  const lines = withoutStruckLetters(whole).split(/\r\n?|\n/)
  const blocks = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .split(/\n{2,}/)
    .filter((block) => block !== '')
  const [first = '', ...rest] = blocks
  const isTitle = rest.length > 0 && first.length <= 120 && !first.includes('\n') && !SENTENCE_END.test(first)
  // Remove the `#` that marks a title in Markdown.
  return isTitle
    ? { title: cleanLine(first.replace(/^#+\s+/, '')), content: rest.join('\n\n') }
    : { title: null, content: blocks.join('\n\n') }
}

/** The longest text that Frogy reads, several times the length that a source keeps. */
const MAX_TEXT = 1_000_000
