import type { Platform } from '#core/platforms/platform.ts'
import { lineDirection, textDirection, type Direction } from '#core/posts/text-direction.ts'
import { useTranslations } from 'use-intl'
import { useLimitedAccount } from '../accounts/limited-account.ts'
import { previewParts } from '../posts/preview-parts.ts'
import { FoldLine, POST_TEXT, PreviewPart } from '../posts/preview-text.tsx'
import { markedLines, type MarkedPart, type Note } from './marked-lines.ts'

interface CommentedTextProps {
  platform: Platform
  text: string
  /** Where this text begins in the text of the whole thread. */
  offset: number
  notes: readonly Note[]
  onNote: (id: string) => void
}

/** The text of a post as its network shows it, with the numbers of the comments on its words. */
export function CommentedText({ platform, text, offset, notes, onNote }: CommentedTextProps) {
  const { above, below } = previewParts(useLimitedAccount(platform), text)
  const here = notes.map((note) => ({ ...note, start: note.start - offset, end: note.end - offset }))
  const direction = textDirection(text)
  const first = markedLines(above, text, 0, here)
  const rest = below && markedLines(below, text, first.end, here)
  const lines = { ofPost: direction, offset, onNote }
  return (
    <div>
      <Lines lines={first.lines} {...lines} />
      {rest && (
        <>
          <FoldLine platform={platform} />
          <Lines lines={rest.lines} {...lines} />
        </>
      )}
    </div>
  )
}

type LinesProps = { lines: MarkedPart[][]; ofPost: Direction; offset: number; onNote: (id: string) => void }

function Lines({ lines, ofPost, offset, onNote }: LinesProps) {
  const t = useTranslations('comments')
  return (
    <div className={POST_TEXT}>
      {lines.map((line, at) => (
        <div key={at} dir={lineDirection(line.map(({ text }) => text).join(''), ofPost)}>
          {line.map((part) => (
            <span key={part.start}>
              <span
                data-text-at={offset + part.start}
                className={part.isMarked ? 'border-b-2 border-pond bg-pond-wash box-decoration-clone' : undefined}
              >
                <PreviewPart part={part} />
              </span>
              {part.ended.map(({ id, number }) => (
                <button
                  key={id}
                  type="button"
                  aria-label={t('goTo', { number })}
                  // CSS renders the number, because selected text must not contain it.
                  data-number={number}
                  onClick={() => onNote(id)}
                  className="mx-1 inline-flex size-5 items-center justify-center rounded-pill bg-ink align-[2px] text-[12px] leading-none font-strong text-paper before:content-[attr(data-number)]"
                />
              ))}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
