import { useTranslations } from 'use-intl'
import { DIRECTION, type Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { classNames } from '../../lib/class-names.ts'
import { PostFrame, type Author } from '../../posts/post-frame.tsx'
import { PreviewText } from '../../posts/preview-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePartialText } from './partial-text.ts'

type DraftSkeletonProps = { platform: Platform; author: Author; language: Language }

export function DraftSkeleton({ platform, author, language }: DraftSkeletonProps) {
  const t = useTranslations('composer.writing')
  const partial = usePartialText(platform)
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,504px)_220px] lg:gap-x-6">
      <div className="max-md:-mx-1.5">
        <PostFrame
          platform={platform}
          author={author}
          direction={partial ? textDirection(partial.content) : DIRECTION[language]}
        >
          {partial && (
            // Hidden from screen readers, which read the text once it is complete.
            <div aria-hidden="true" data-writing="">
              <PreviewText platform={platform} content={partial.content} hashtags={[]} />
            </div>
          )}
          <div className={classNames('space-y-3 py-2', partial && 'hidden')}>
            <Skeleton className="h-3.5 w-[92%]" />
            <Skeleton className="h-3.5 w-[64%]" />
            <Skeleton className="mt-7 h-3.5 w-[86%]" />
            <Skeleton className="h-3.5 w-[40%]" />
          </div>
        </PostFrame>
      </div>
      <p className="mt-3 text-13 text-ink-soft lg:mt-1.5">{t(partial ? 'coming' : 'waiting')}</p>
    </div>
  )
}
