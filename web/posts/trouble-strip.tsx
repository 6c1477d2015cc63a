import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocationProperty } from 'wouter/use-browser-location'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Post } from '#core/posts/contract.ts'
import type { PostSummary } from '#core/posts/lists-contract.ts'
import { ALL_TROUBLED_FILTER, TROUBLES, type TroubleStatus } from '#core/posts/dashboard-lists.ts'
import { classNames } from '../lib/class-names.ts'
import { reading } from '../lib/queries.ts'
import { ChevronDown } from '../ui/icons.ts'
import { PostAllDialog } from './lazy-post-all.ts'
import { PostDialogs, type OpenDialog } from './post-dialogs.tsx'
import { dueTimeOf, groupTrouble } from './trouble-groups.ts'
import { TROUBLE_PATH } from './trouble-path.ts'
import { PAGE_SIZE, TroubledGroup } from './troubled-group.tsx'
import { TroubledPost } from './troubled-post.tsx'
import { usePostAll } from './use-post-all.ts'
import { usePostChanges } from './use-post-changes.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TONES } from '../ui/tones.ts'

type Trouble = {
  posts: readonly Post[]
  count: number
  isFailure: boolean
  isLoaded: boolean
  isLoading: boolean
  loadAll: () => void
  lists: readonly UseQueryResult<Post[]>[]
}

export function useTrouble(summary: PostSummary | undefined): Trouble {
  const [isRequested, setIsRequested] = useState(false)
  const countOf = (status: TroubleStatus) => summary?.byStatus[status] ?? 0
  const count = TROUBLES.reduce((sum, status) => sum + countOf(status), 0)
  const inSummary = summary?.troubled ?? []
  const loadsAll = isRequested && count > inSummary.length
  const all = useQuery({ ...reading('GET /api/posts', { query: ALL_TROUBLED_FILTER }), enabled: loadsAll })
  return {
    posts: ((loadsAll && all.data) || inSummary).toSorted((a, b) => dueTimeOf(b) - dueTimeOf(a)),
    count,
    // Uses the colour of failures if any post failed or was missed, because that is worse than an unconfirmed post.
    isFailure: countOf('failed') + countOf('missed') > 0,
    isLoaded: summary !== undefined,
    isLoading: loadsAll && all.isPending,
    loadAll: () => setIsRequested(true),
    lists: loadsAll ? [all] : [],
  }
}

export function TroubleStrip({
  trouble: { posts, count, isFailure, isLoading, loadAll },
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
  const [isOpen, setIsOpen] = useState(false)
  const review = (isOpen: boolean) => {
    setIsOpen(isOpen)
    if (isOpen) loadAll()
  }
  const heading = useScrollOnHash(posts.length > 0, () => review(true))
  const groups = groupTrouble(posts)
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
              <Icon size={20} strokeWidth={1.75} className={classNames('shrink-0', iconColor)} />
              <span>
                <strong className="font-strong">{t('title', { count })}</strong>{' '}
                <span className="font-text max-md:sr-only">{t('text')}</span>
              </span>
            </h2>
            <Button
              size="sm"
              aria-expanded={isOpen}
              aria-controls="trouble-causes"
              className="-me-1.5 bg-surface hover:bg-surface!"
              onClick={() => review(!isOpen)}
            >
              {t('review')}
              <ChevronDown size={16} strokeWidth={1.75} className={classNames('-me-1', isOpen && 'rotate-180')} />
            </Button>
          </div>
          {isOpen && isLoading && <Skeleton className="mt-4 h-26 rounded-card" />}
          <div id="trouble-causes" hidden={!isOpen || isLoading}>
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
      {/* The dialogs are outside the list, so that they stay open when their post leaves the list. */}
      <PostDialogs open={open} changes={changes} onOpen={setOpen} onClose={() => setOpen(null)} />
      {posting.state && <PostAllDialog state={posting.state} posting={posting} onClose={posting.close} />}
    </>
  )
}

function useScrollOnHash(hasPosts: boolean, onOpen: () => void) {
  const heading = useRef<HTMLHeadingElement>(null)
  const open = useEffectEvent(onOpen)
  const isRequested =
    useLocationProperty(() => location.hash) === new URL(TROUBLE_PATH, location.origin).hash && hasPosts
  useEffect(() => {
    if (!isRequested) return
    open()
    // Waits one frame, because the router first scrolls a new page to the top.
    requestAnimationFrame(() => {
      heading.current?.scrollIntoView()
      heading.current?.focus({ preventScroll: true })
    })
    // Removes the fragment from the address, so that the same link works again.
    history.replaceState(history.state, '', location.pathname + location.search)
  }, [isRequested])
  return heading
}
