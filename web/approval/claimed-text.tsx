import type { Span } from '#core/platforms/web-addresses.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { lineDirection, textDirection, type Direction } from '#core/posts/text-direction.ts'
import { useLimitedAccount } from '../accounts/limited-account.ts'
import { markedLines, type MarkedPart } from '../comments/marked-lines.ts'
import { DOUBTFUL_LOOK } from '../posts/changed-text.tsx'
import { previewParts } from '../posts/preview-parts.ts'
import { FoldLine, POST_TEXT, PreviewPart } from '../posts/preview-text.tsx'

/** The text of a post as its network shows it, with marks on the claims that its source does not contain. */
export function ClaimedText({
  platform,
  text,
  doubtful,
}: {
  platform: Platform
  text: string
  doubtful: readonly Span[]
}) {
  const { above, below } = previewParts(useLimitedAccount(platform), text)
  const direction = textDirection(text)
  const first = markedLines(above, text, 0, doubtful)
  return (
    <div>
      <Lines lines={first.lines} ofPost={direction} />
      {below && (
        <>
          <FoldLine platform={platform} />
          <Lines lines={markedLines(below, text, first.end, doubtful).lines} ofPost={direction} />
        </>
      )}
    </div>
  )
}

function Lines({ lines, ofPost }: { lines: readonly MarkedPart<Span>[][]; ofPost: Direction }) {
  return (
    <div className={POST_TEXT}>
      {lines.map((line, at) => (
        <div key={at} dir={lineDirection(line.map(({ text }) => text).join(''), ofPost)}>
          {line.map((part) =>
            part.isMarked ? (
              <mark key={part.start} className={DOUBTFUL_LOOK}>
                {part.text}
              </mark>
            ) : (
              <PreviewPart key={part.start} part={part} />
            ),
          )}
        </div>
      ))}
    </div>
  )
}
