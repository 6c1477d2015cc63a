import { diffArrays } from 'diff'
import { textDirection } from '#core/posts/published-text.ts'
import { POST_TEXT } from '../posts/preview-text.tsx'

/** Each with the blanks behind it, so that words that follow each other are marked as one. */
const wordsOf = (text: string): string[] => text.match(/\s+|\S+\s*/g) ?? []

/** An earlier text and the one now as one: what stands only in the earlier one, and what only now. */
export function Compared({ before, now }: { before: string; now: string }) {
  return (
    <div dir={textDirection(now)} className={POST_TEXT}>
      {diffArrays(wordsOf(before), wordsOf(now)).map(({ value, added, removed }, at) => {
        const text = value.join('')
        if (removed)
          return (
            <del key={at} className="bg-coral-wash box-decoration-clone text-ink decoration-coral">
              {text}
            </del>
          )
        return added ? (
          <ins key={at} className="bg-pond-wash box-decoration-clone text-ink decoration-pond">
            {text}
          </ins>
        ) : (
          <span key={at}>{text}</span>
        )
      })}
    </div>
  )
}
