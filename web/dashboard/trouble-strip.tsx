import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocationProperty } from 'wouter/use-browser-location'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Post, PostSummary } from '#core/posts/contract.ts'
import { troubled, TROUBLES } from '#core/posts/dashboard-lists.ts'
import { classNames } from '../lib/class-names.ts'
import { reading } from '../lib/queries.ts'
import { PostAllDialog } from '../posts/post-all-dialog.tsx'
import { PostDialogs, type OpenDialog } from '../posts/post-dialogs.tsx'
import { groupTrouble } from '../posts/trouble-groups.ts'
import { TROUBLE_PATH } from '../posts/trouble-path.ts'
import { PAGE_SIZE, TroubledGroup } from '../posts/troubled-group.tsx'
import { TroubledPost } from '../posts/troubled-post.tsx'
import { usePostAll } from '../posts/use-post-all.ts'
import { usePostChanges } from '../posts/use-post-changes.ts'
import { Button } from '../ui/button.tsx'
import { TONES } from '../ui/tones.ts'

export type Trouble = {
  posts: readonly Post[]
  count: number
  isSettled: boolean
  lists: readonly UseQueryResult<Post[]>[]
}

/** The posts that wait for their owner, the latest first. They are asked for only where the summary counts some. */
export function useTrouble(summary: PostSummary | undefined): Trouble {
  const present = TROUBLES.filter((status) => (summary?.byStatus[status] ?? 0) > 0)
  const lists = useQueries({
    queries: present.map((status) => reading('GET /api/posts', { query: troubled(status) })),
  })
  const whenOf = (post: Post) => Date.parse(post.scheduledAt ?? post.createdAt)
  return {
    posts: lists.flatMap(({ data }) => data ?? []).sort((one, other) => whenOf(other) - whenOf(one)),
    count: present.reduce((sum, status) => sum + (summary?.byStatus[status] ?? 0), 0),
    lists,
    isSettled: summary !== undefined && lists.every(({ isPending }) => !isPending),
  }
}

/** Trouble comes before everything else, in one line; its causes, and what is done about each, are behind Review. */
export function TroubleStrip({
  trouble: { posts, count },
  accounts,
}: {
  trouble: Trouble
  accounts: readonly SocialAccount[] | undefined
}) {
  const t = useTranslations('posts.trouble')
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const changes = usePostChanges()
  const posting = usePostAll()
  const [isReviewed, setIsReviewed] = useState(false)
  const heading = useWanted(posts.length > 0, () => setIsReviewed(true))
  const groups = groupTrouble(posts)
  // What did not go out is worse than what may have.
  const isFailure = posts.some(({ status }) => status !== 'unconfirmed')
  const { icon: Icon, text: iconColor } = isFailure ? TONES.act : TONES.look

  return (
    <>
      {groups.length > 0 && (
        <section aria-labelledby="trouble" className="mt-6">
          <div
            className={classNames(
              'flex min-h-13 items-center gap-3 rounded-control px-4 py-1',
              isFailure ? 'bg-coral-wash' : 'bg-lily-wash',
            )}
          >
            <h2
              id="trouble"
              ref={heading}
              tabIndex={-1}
              className="flex min-w-0 flex-1 items-center gap-3 py-1.5 text-14 text-wrap outline-none focus-visible:shadow-none"
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={classNames('shrink-0', iconColor)} />
              <span>
                <strong className="font-strong">{t('title', { count })}</strong>{' '}
                <span className="font-text">{t('text')}</span>
              </span>
            </h2>
            <Button
              size="sm"
              aria-expanded={isReviewed}
              aria-controls="trouble-causes"
              className="-me-1.5 bg-surface hover:bg-surface!"
              onClick={() => setIsReviewed(!isReviewed)}
            >
              {t('review')}
              <ChevronDown
                size={16}
                strokeWidth={1.75}
                aria-hidden="true"
                className={classNames('-me-1', isReviewed && 'rotate-180')}
              />
            </Button>
          </div>
          <div id="trouble-causes" hidden={!isReviewed}>
            <ul className="mt-4 space-y-4 border-b border-line pb-4">
              {groups
                .slice(0, shownCount)
                .map(({ key, posts: ofGroup }) =>
                  ofGroup.length === 1 ? (
                    <TroubledPost key={key} post={ofGroup[0]} accounts={accounts} changes={changes} onOpen={setOpen} />
                  ) : (
                    <TroubledGroup
                      key={key}
                      posts={ofGroup}
                      accounts={accounts}
                      changes={changes}
                      posting={posting}
                      onOpen={setOpen}
                    />
                  ),
                )}
            </ul>
            {groups.length > shownCount && (
              <Button
                variant="quiet"
                className="mt-2 text-ink"
                onClick={() => setShownCount(shownCount + PAGE_SIZE * 5)}
              >
                {t('more', {
                  count: groups.slice(shownCount).reduce((sum, { posts: ofGroup }) => sum + ofGroup.length, 0),
                })}
              </Button>
            )}
          </div>
        </section>
      )}
      {/* What was begun stays open although its posts leave the strip. */}
      <PostDialogs open={open} changes={changes} onOpen={setOpen} onClose={() => setOpen(null)} />
      <PostAllDialog posting={posting} />
    </>
  )
}

/** Takes whoever came for it to the strip, once it is there, and opens it. */
function useWanted(isThere: boolean, onWanted: () => void) {
  const heading = useRef<HTMLHeadingElement>(null)
  const open = useEffectEvent(onWanted)
  const isWanted = useLocationProperty(() => location.hash) === new URL(TROUBLE_PATH, location.origin).hash && isThere
  useEffect(() => {
    if (!isWanted) return
    open()
    // After the new page has gone to its own beginning.
    requestAnimationFrame(() => {
      heading.current?.scrollIntoView()
      heading.current?.focus({ preventScroll: true })
    })
    // Asked for once: the next time leads here again.
    history.replaceState(history.state, '', location.pathname + location.search)
  }, [isWanted])
  return heading
}
