import { useTranslations } from 'use-intl'
import type { PostWithMetrics } from '#core/analytics/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { FigureCell } from './figure-cell.tsx'

const HEAD = 'w-19 ps-3 pb-2 text-end text-13 font-text text-ink-soft'

export function TopPosts({ posts }: { posts: readonly PostWithMetrics[] }) {
  const t = useTranslations('analytics')
  const dates = useDates()
  return (
    <section aria-labelledby="top" className="min-w-0">
      <h2 id="top" className="text-14 font-strong">
        {t('top.title')}
      </h2>
      {posts.length === 0 && <p className="mt-2 border-t border-line pt-3 text-14 text-ink-soft">{t('top.none')}</p>}
      {posts.length > 0 && (
        <table className="w-full table-fixed text-14">
          <caption className="sr-only">{t('top.title')}</caption>
          <thead>
            <tr className="border-b border-line align-bottom">
              <th scope="col">
                <span className="sr-only">{t('table.post')}</span>
              </th>
              {(['seen', 'comments', 'shares'] as const).map((name) => (
                <th key={name} scope="col" className={`${HEAD} max-md:hidden`}>
                  {t(`table.${name}`)}
                </th>
              ))}
              <th scope="col" className={`${HEAD} w-23`}>
                {t('table.engagement')}
              </th>
            </tr>
          </thead>
          <tbody>
            {posts.map((post) => (
              <tr key={post.id} className="border-b border-line">
                <th scope="row" className="text-start font-text">
                  <span className="flex min-h-11 items-center gap-2.5 py-1.5 md:min-h-[34px] md:py-0">
                    <PlatformBadge platform={post.platform} />
                    <span className="sr-only">{rulesOf(post.platform).name}</span>
                    <span className="min-w-0 md:flex md:items-baseline md:gap-2">
                      <span className="md:truncate">
                        <Opening post={post} />
                      </span>{' '}
                      <span className="shrink-0 text-13 whitespace-nowrap text-ink-soft">
                        {dates.shortDay(new Date(post.publishedAt))}
                      </span>
                    </span>
                  </span>
                </th>
                <FigureCell of={post} name="impressions" className="max-md:hidden" />
                <FigureCell of={post} name="comments" className="max-md:hidden" />
                <FigureCell of={post} name="shares" className="max-md:hidden" />
                <FigureCell of={post} name="engagement" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Opening({ post }: { post: PostWithMetrics }) {
  const t = useTranslations('analytics.table')
  if (!post.permalink) return <bdi>{post.opening}</bdi>
  return (
    <a
      href={post.permalink}
      target="_blank"
      rel="noreferrer"
      title={t('open', { platform: isolate(rulesOf(post.platform).name) })}
      className="hover:underline"
    >
      <bdi>{post.opening}</bdi>
    </a>
  )
}
