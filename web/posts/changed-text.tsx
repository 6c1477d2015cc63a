import type { Span } from '#core/platforms/web-addresses.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { markedPieces } from './marked-pieces.ts'
import { POST_TEXT } from './preview-text.tsx'
import type { Change } from './word-changes.ts'

/**
 * The style of changed words. A strike-through would hide the dots of Arabic letters, so Arabic gets an underline,
 * dotted for removed words.
 */
export const CHANGE_LOOK = {
  removed:
    'bg-coral-wash box-decoration-clone text-ink line-through decoration-coral rtl:border-b-2 rtl:border-dotted rtl:border-coral rtl:no-underline',
  added: 'bg-pond-wash box-decoration-clone border-b-2 border-pond text-ink no-underline',
}

interface ChangedTextProps {
  now: string
  changes: readonly Change[]
  labels: Record<'removed' | 'added', string>
  /** The places in `now` that its source does not contain. */
  doubtful?: readonly Span[]
}

/** The style of words that the source of a post does not contain. */
export const DOUBTFUL_LOOK = 'border-b-2 border-lily bg-lily-wash box-decoration-clone text-ink'

/** A text with its removed and added words, which a screen reader announces. */
export function ChangedText({ now, changes, labels, doubtful = [] }: ChangedTextProps) {
  const kept = changes.map(({ kind, text }) => (kind === 'removed' ? 0 : text.length))
  return (
    <div dir={textDirection(now)} className={POST_TEXT}>
      {changes.map(({ kind, text }, at) => {
        const start = kept.slice(0, at).reduce((sum, length) => sum + length, 0)
        if (kind === 'same') return <MarkedText key={at} text={text} start={start} doubtful={doubtful} />
        const words = text.trimEnd()
        const Mark = kind === 'removed' ? 'del' : 'ins'
        return (
          <span key={at}>
            <span className="sr-only">{labels[kind]} </span>
            <Mark className={CHANGE_LOOK[kind]}>
              {kind === 'added' ? <MarkedText text={words} start={start} doubtful={doubtful} /> : words}
            </Mark>
            {text.slice(words.length)}
          </span>
        )
      })}
    </div>
  )
}

/** A part of a text, with marks on the words that its source does not contain. */
export function MarkedText({ text, start, doubtful }: { text: string; start: number; doubtful: readonly Span[] }) {
  return markedPieces(text, start, doubtful).map((piece) =>
    piece.isMarked ? (
      <mark key={piece.start} className={DOUBTFUL_LOOK}>
        {piece.text}
      </mark>
    ) : (
      <span key={piece.start}>{piece.text}</span>
    ),
  )
}
