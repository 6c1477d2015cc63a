import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { hideLivePosts, useLivePosts } from '../lib/live-posts.ts'
import { Frog } from '../ui/frog.tsx'
import { X } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import LinkedPost from './linked-post.tsx'

const SHOWN_MS = 8_000
/** After the pointer or the focus leaves the line, it stays this much longer. */
const HELD_MS = 1_000
/**
 * Waits this long for more posts that are published in the same minute, so that a screen reader announces all in one
 * sentence.
 */
const SPOKEN_AFTER_MS = 1_500
/** The focus ring of the buttons. The usual ring would extend beyond the line. */
const RING = 'focus-visible:inset-ring-2 focus-visible:inset-ring-pond'

/** A line about the posts that networks have just confirmed. It overlays the page, so that no content moves. */
export default function LiveLine() {
  const posts = useLivePosts()
  const [opened, setOpened] = useState<string | null>(null)
  const title = useTitle()
  const words = posts.length > 0 ? title(posts) : ''
  useEffect(() => hideLivePosts, [])
  return (
    <>
      <Spoken words={words} />
      {posts.length > 0 && (
        <Line
          posts={posts}
          title={words}
          onView={(post) => {
            setOpened(post.id)
            hideLivePosts()
          }}
        />
      )}
      {opened && <LinkedPost key={opened} id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function useTitle() {
  const t = useTranslations('live')
  return (posts: readonly Post[]) => {
    const platforms = platformsOf(posts)
    const [first] = platforms
    return platforms.length > 1 || !first
      ? t('several', { count: platforms.length })
      : t('one', { count: posts.length, platform: isolate(rulesOf(first).name) })
  }
}

const platformsOf = (posts: readonly Post[]): Platform[] => [...new Set(posts.map(({ platform }) => platform))]

/** Announces the text to screen readers once, after the last post of the same minute. */
function Spoken({ words }: { words: string }) {
  const [said, say] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => say(words), words ? SPOKEN_AFTER_MS : 0)
    return () => clearTimeout(timer)
  }, [words])
  return <output className="sr-only">{said}</output>
}

function Line({ posts, title, onView }: { posts: readonly Post[]; title: string; onView: (post: Post) => void }) {
  const t = useTranslations('live')
  const app = useTranslations('app')
  const dates = useDates()
  // If motion is reduced, the frog does not jump, so there is no animation to wait for.
  const [hasLanded, setHasLanded] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    if (posts.length === 0) return
    const hide = () => {
      if (line.current?.matches(':hover, :focus-within')) timer = setTimeout(hide, HELD_MS)
      else hideLivePosts()
    }
    let timer = setTimeout(hide, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [posts])

  function close() {
    // If the focus was in the closing line, moves it to the page's content.
    if (line.current?.contains(document.activeElement))
      document.getElementById('content')?.focus({ preventScroll: true })
    hideLivePosts()
  }

  const [post] = posts
  if (!post) return null
  const at = new Date(post.publishedAt ?? post.updatedAt)
  const view = `inline-flex min-h-11 lg:min-h-8 shrink-0 items-center rounded-control px-3 text-13 font-strong text-pond hover:bg-sunk ${RING}`
  return (
    <section
      ref={line}
      aria-label={title}
      data-live-line=""
      className="rises fixed inset-x-3 bottom-[calc(var(--bottom-nav)+env(safe-area-inset-bottom)+var(--foot)+13px)] z-40 mx-auto flex h-12 max-w-140 items-center gap-2 rounded-card sm:gap-2.5 border border-line bg-surface ps-3 pe-0.5 text-13 shadow-float lg:start-6 lg:end-auto lg:bottom-[calc(var(--foot)+24px)] lg:w-140 low:bottom-3"
    >
      <Frog
        expression={hasLanded ? 'happy' : 'jumping'}
        className={classNames('pointer-events-none absolute end-30 bottom-full -mb-1.5', !hasLanded && 'jumps')}
        onAnimationEnd={() => setHasLanded(true)}
      />
      <span className="flex shrink-0 gap-1">
        {platformsOf(posts).map((platform) => (
          <PlatformBadge key={platform} platform={platform} size={24} />
        ))}
      </span>
      <strong className="shrink-0 text-14 font-strong max-sm:min-w-0 max-sm:shrink max-sm:truncate">{title}</strong>
      <time
        dateTime={at.toISOString()}
        className={classNames('shrink-0 text-ink-soft tabular-nums', posts.length > 1 && 'max-sm:hidden')}
      >
        {dates.clock(at)}
      </time>
      <span dir="auto" className="min-w-0 flex-1 truncate text-start text-ink-soft max-sm:invisible">
        {post.content.trim().split('\n')[0]}
      </span>
      {posts.length === 1 && post.permalink ? (
        <a href={post.permalink} target="_blank" rel="noreferrer" className={view} onClick={close}>
          {t('view')}
        </a>
      ) : (
        <button type="button" className={view} onClick={() => onView(post)}>
          {t('view')}
        </button>
      )}
      <button
        type="button"
        aria-label={app('close')}
        onClick={close}
        className={`inline-flex size-11 lg:size-8 lg:me-1.5 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-sunk ${RING}`}
      >
        <X size={18} strokeWidth={1.75} />
      </button>
    </section>
  )
}
