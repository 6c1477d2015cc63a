import { useEffect, useRef } from 'react'
import { lookOf } from '#core/platforms/looks.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Video } from '#core/posts/contract.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { useLimitedAccount } from '../../accounts/limited-account.ts'
import { classNames } from '../../lib/class-names.ts'
import { GrowingField } from './growing-field.tsx'

interface DraftFieldProps {
  label: string
  platform: Platform
  content: string
  hashtags: readonly string[]
  videos: readonly Video[]
  refusedBy?: string
  onType: (content: string) => void
}

/** The text field of the edit dialog. */
export function DraftField({ label, platform, content, hashtags, videos, refusedBy, onType }: DraftFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    current?.focus({ preventScroll: true })
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  return (
    <div
      className={classNames(
        'clear-both mt-1 max-h-(--field) overflow-y-auto rounded-control bg-sunk/60 px-3 py-2.5 inset-ring inset-ring-line-strong focus-within:inset-ring-2 focus-within:inset-ring-pond',
        lookOf(platform).text !== 'beside' && '-mx-3',
      )}
    >
      <GrowingField
        ref={field}
        account={useLimitedAccount(platform)}
        content={content}
        sentText={publishedText({ content, hashtags, videos })}
        aria-label={label}
        aria-invalid={refusedBy !== undefined || undefined}
        aria-describedby={refusedBy}
        onChange={(event) => onType(event.target.value)}
      />
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
