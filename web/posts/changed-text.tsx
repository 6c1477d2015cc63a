import { textDirection } from '#core/posts/text-direction.ts'
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

/** A text with its removed and added words, which a screen reader announces. */
export function ChangedText({
  now,
  changes,
  labels,
}: {
  now: string
  changes: readonly Change[]
  labels: Record<'removed' | 'added', string>
}) {
  return (
    <div dir={textDirection(now)} className={POST_TEXT}>
      {changes.map(({ kind, text }, at) => {
        if (kind === 'same') return <span key={at}>{text}</span>
        const words = text.trimEnd()
        const Mark = kind === 'removed' ? 'del' : 'ins'
        return (
          <span key={at}>
            <span className="sr-only">{labels[kind]} </span>
            <Mark className={CHANGE_LOOK[kind]}>{words}</Mark>
            {text.slice(words.length)}
          </span>
        )
      })}
    </div>
  )
}
