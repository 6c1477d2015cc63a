import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { overflowStart } from '#core/platforms/text-count.ts'
import type { Video } from '#core/posts/contract.ts'
import { publishedText, textDirection } from '#core/posts/published-text.ts'
import { isolate } from '../lib/isolate.ts'
import { classNames } from '../lib/class-names.ts'
import { previewParts, type Part } from './preview-parts.ts'

const TEXT = 'text-16 break-words whitespace-pre-wrap'
const TOO_MUCH = 'border-b-2 border-coral bg-coral-wash box-decoration-clone text-ink'

/** The text as its readers will see it: where it folds, what is a link, and what is too much. */
export function PreviewText({
  platform,
  content,
  hashtags,
  videos = [],
}: {
  platform: Platform
  content: string
  hashtags: readonly string[]
  videos?: readonly Video[]
}) {
  const t = useTranslations('composer.preview')
  const text = publishedText({ content, hashtags, videos })
  const { above, below } = previewParts(platform, text)
  const direction = textDirection(text)
  return (
    <div>
      <div dir={direction} className={TEXT}>
        {above.map(shown)}
      </div>
      {below && (
        <>
          <p className="flex items-center gap-2 text-14 text-ink-soft before:flex-1 before:border-t before:border-dashed before:border-line-strong after:flex-1 after:border-t after:border-dashed after:border-line-strong">
            {t('foldsHere', { platform: isolate(rulesOf(platform).name) })}
          </p>
          <div dir={direction} className={TEXT}>
            {below.map(shown)}
          </div>
        </>
      )}
    </div>
  )
}

function shown({ text, isLink, isTooMuch }: Part, at: number) {
  const inner = isLink ? <bdi className="text-net-link">{text}</bdi> : text
  return isTooMuch ? (
    <mark key={at} className={TOO_MUCH}>
      {inner}
    </mark>
  ) : (
    <span key={at}>{inner}</span>
  )
}

/**
 * The same text to type in, in the same place. A copy of it lies underneath: it makes the field grow with the text, and
 * carries the mark under what is too much, which a text field cannot.
 */
export function DraftField({
  label,
  platform,
  content,
  hashtags,
  videos,
  onType,
}: {
  label: string
  platform: Platform
  content: string
  hashtags: readonly string[]
  videos: readonly Video[]
  onType: (content: string) => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus({ preventScroll: true })
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const leading = content.length - content.trimStart().length
  const overflow = overflowStart(platform, publishedText({ content, hashtags, videos }))
  const cut = overflow === null ? content.length : Math.min(content.length, overflow + leading)
  return (
    <div className="-mx-2 rounded-control bg-sunk/60 px-2 py-1 inset-ring inset-ring-line-strong focus-within:inset-ring-2 focus-within:inset-ring-pond">
      <div dir={textDirection(content)} className="relative">
        <div aria-hidden="true" className={classNames(TEXT, 'min-h-6 text-transparent')}>
          {content.slice(0, cut)}
          <span className="border-b-2 border-coral bg-coral-wash box-decoration-clone">{content.slice(cut)}</span>
          {'\u200B'}
        </div>
        <textarea
          ref={field}
          aria-label={label}
          value={content}
          onChange={(event) => onType(event.target.value)}
          spellCheck
          className={classNames(
            TEXT,
            'absolute inset-0 size-full resize-none overflow-hidden bg-transparent p-0 outline-none focus-visible:shadow-none',
          )}
        />
      </div>
      {hashtags.length > 0 && (
        <p dir={textDirection(content)} className="mt-6 flex flex-wrap gap-x-1.5 text-16 break-words text-net-link">
          {hashtags.map((tag) => (
            <bdi key={tag}>{tag}</bdi>
          ))}
        </p>
      )}
      {videos.map(({ id, url }) => (
        <p key={id} dir="ltr" className="mt-1 text-16 break-words text-net-link">
          {url}
        </p>
      ))}
    </div>
  )
}
