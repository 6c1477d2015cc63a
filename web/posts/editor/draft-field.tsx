import { useEffect, useRef } from 'react'
import { lookOf } from '#core/platforms/looks.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { overflowStart } from '#core/platforms/text-count.ts'
import type { Video } from '#core/posts/contract.ts'
import { publishedText, textDirection } from '#core/posts/published-text.ts'
import { useLimitedAccount } from '../../accounts/limited-account.ts'
import { classNames } from '../../lib/class-names.ts'
import { POST_TEXT } from '../preview-text.tsx'

interface DraftFieldProps {
  label: string
  platform: Platform
  content: string
  hashtags: readonly string[]
  videos: readonly Video[]
  refusedBy?: string
  onType: (content: string) => void
}

/**
 * A text field with a hidden copy of its text below. The copy makes the field grow and underlines text beyond the
 * limit, which a textarea cannot do.
 */
export function DraftField({ label, platform, content, hashtags, videos, refusedBy, onType }: DraftFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus({ preventScroll: true })
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const leading = content.length - content.trimStart().length
  const overflow = overflowStart(useLimitedAccount(platform), publishedText({ content, hashtags, videos }))
  const cut = overflow === null ? content.length : Math.min(content.length, overflow + leading)
  return (
    <div
      className={classNames(
        'clear-both mt-1 max-h-(--field) overflow-y-auto rounded-control bg-sunk/60 px-3 py-2.5 inset-ring inset-ring-line-strong focus-within:inset-ring-2 focus-within:inset-ring-pond',
        lookOf(platform).text !== 'beside' && '-mx-3',
      )}
    >
      <div dir={textDirection(content)} className="relative">
        <div aria-hidden="true" className={classNames(POST_TEXT, 'min-h-6 text-transparent')}>
          {content.slice(0, cut)}
          <span className="border-b-2 border-coral bg-coral-wash box-decoration-clone">{content.slice(cut)}</span>
          {'\u200B'}
        </div>
        <textarea
          ref={field}
          aria-label={label}
          aria-invalid={refusedBy !== undefined || undefined}
          aria-describedby={refusedBy}
          value={content}
          onChange={(event) => onType(event.target.value)}
          spellCheck
          className={classNames(
            POST_TEXT,
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
