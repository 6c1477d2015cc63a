import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DIRECTION } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Span } from '#core/platforms/web-addresses.ts'
import type { Video } from '#core/posts/contract.ts'
import { publishedText, textDirection } from '#core/posts/published-text.ts'
import { useLanguage } from '../lib/language.ts'
import { isolate } from '../lib/isolate.ts'
import { previewParts, type Part } from './preview-parts.ts'

export const POST_TEXT = 'post-text text-16 break-words whitespace-pre-wrap'
const EXCESS = 'border-b-2 border-coral bg-coral-wash box-decoration-clone text-ink'

interface PreviewTextProps {
  platform: Platform
  content: string
  hashtags: readonly string[]
  videos?: readonly Video[]
  marks?: readonly PreviewMark[]
}

export function PreviewText({ platform, content, hashtags, videos = [], marks = [] }: PreviewTextProps) {
  const t = useTranslations('posts.preview')
  const { language } = useLanguage()
  const text = publishedText({ content, hashtags, videos })
  const leading = content.length - content.trimStart().length
  const spans = marks.map(({ start, end }) => ({ start: start - leading, end: end - leading }))
  const { above, below } = previewParts(platform, text, spans)
  const renderMarked = (part: Part, at: number) => {
    const mark = part.mark === null ? undefined : marks[part.mark]
    return mark ? <span key={at}>{mark.render(renderPart(part, at))}</span> : renderPart(part, at)
  }
  const direction = textDirection(text)
  return (
    <div>
      <div dir={direction} className={POST_TEXT}>
        {above.map(renderMarked)}
      </div>
      {below && (
        <>
          {/* This line belongs to the interface, not to the post, so it has the interface's direction. */}
          <p
            dir={DIRECTION[language]}
            className="flex items-center gap-2 text-14 text-ink-soft before:flex-1 before:border-t before:border-dashed before:border-line-strong after:flex-1 after:border-t after:border-dashed after:border-line-strong"
          >
            {t('foldsHere', { platform: isolate(rulesOf(platform).name) })}
          </p>
          <div dir={direction} className={POST_TEXT}>
            {below.map(renderMarked)}
          </div>
        </>
      )}
    </div>
  )
}

export interface PreviewMark extends Span {
  render: (text: ReactNode) => ReactNode
}

function renderPart({ text, isLink, isExcess }: Part, at: number) {
  const inner = isLink ? <bdi className="text-net-link">{text}</bdi> : text
  return isExcess ? (
    <mark key={at} className={EXCESS}>
      {inner}
    </mark>
  ) : (
    <span key={at}>{inner}</span>
  )
}
