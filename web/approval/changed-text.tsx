import { useTranslations } from 'use-intl'
import { textDirection } from '#core/posts/published-text.ts'
import { POST_TEXT } from '../posts/preview-text.tsx'
import type { Change } from './word-changes.ts'

/**
 * The style of changed words. A strike-through would hide the dots of Arabic letters, so Arabic gets an underline,
 * dotted for removed words.
 */
const LOOK = {
  removed:
    'bg-coral-wash box-decoration-clone text-ink line-through decoration-coral rtl:border-b-2 rtl:border-dotted rtl:border-coral rtl:no-underline',
  added: 'bg-pond-wash box-decoration-clone border-b-2 border-pond text-ink no-underline',
}

/** A text with its removed and added words, which a screen reader announces. */
export function ChangedText({ now, changes }: { now: string; changes: readonly Change[] }) {
  const t = useTranslations('approval')
  return (
    <div dir={textDirection(now)} className={POST_TEXT}>
      {changes.map(({ kind, text }, at) => {
        if (kind === 'same') return <span key={at}>{text}</span>
        const words = text.trimEnd()
        const Mark = kind === 'removed' ? 'del' : 'ins'
        return (
          <span key={at}>
            <span className="sr-only">{t(kind)} </span>
            <Mark className={LOOK[kind]}>{words}</Mark>
            {text.slice(words.length)}
          </span>
        )
      })}
    </div>
  )
}
