import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ComponentType } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { MAX_DRAFTS } from '#core/posts/lifecycle.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { useReturnedPosts } from '../../posts/returned-posts.ts'
import { CommentsLink } from '../../posts/comments-link.tsx'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { reading } from '../../lib/queries.ts'
import { mayAddPosts, mayAs, maySchedule } from '../../lib/role.ts'
import { TagsDialog } from '../../posts/tags/lazy-tags-dialog.ts'
import { TagMarks } from '../../posts/tags/tag-marks.tsx'
import { BulkButton } from '../../posts/bulk-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CalendarPlus, Ellipsis } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ideasOf, type Idea } from './ideas.ts'
import { ScheduleDraft } from './lazy-schedule-draft.tsx'
import { useDraftChanges } from './use-draft-changes.ts'

// The tag filter is a separate chunk, because most users have no tags.
const useTagFilter = lazyModule(() => withMessages(['planning'], () => import('./draft-tag-filter.tsx')))

const INITIAL_COUNT = 5
const PAGE_SIZE = 20

interface DraftListProps {
  /**
   * Whether a draft is already open in the composer. The list shows only the other drafts, and nothing if there are
   * none. Undefined outside the composer.
   */
  isInComposer?: (id: string) => boolean
  onOpen?: (idea: Idea) => void
  Grip?: ComponentType<{ idea: Idea; opening: string }>
}

export function DraftList({ isInComposer, onOpen, Grip }: DraftListProps) {
  const t = useTranslations('posts.drafts')
  const headingId = useId()
  const drafts = useQuery(reading('GET /api/posts', { query: { status: 'draft' } }))
  const changes = useDraftChanges()
  const [shownCount, setShownCount] = useState(INITIAL_COUNT)
  const [scheduling, setScheduling] = useState<Idea | null>(null)
  const [tagging, setTagging] = useState<Idea | null>(null)

  const [chosenTag, setTag] = useState('')

  const allIdeas = ideasOf((drafts.data ?? []).filter(({ id }) => !isInComposer?.(id)))
  const usedTags = new Set(allIdeas.flatMap(tagsOf))
  const tagFilter = useTagFilter(usedTags.size > 0, () => {})
  // If no draft has the chosen tag any more, show all drafts.
  const tag = usedTags.has(chosenTag) ? chosenTag : ''
  const ideas = tag ? allIdeas.filter((idea) => tagsOf(idea).includes(tag)) : allIdeas
  if (isInComposer && ideas.length === 0 && !drafts.error) return null
  const hasHidden = drafts.data?.some(({ id }) => isInComposer?.(id)) ?? false
  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line pb-3">
        <h2 className="text-16 font-strong">
          <span id={headingId}>{t(hasHidden ? 'other' : isInComposer ? 'kept' : 'title')}</span>
          {ideas.length > 0 && (
            <span className="ms-2.5 text-13 font-text text-ink-soft">{t('count', { count: ideas.length })}</span>
          )}
        </h2>
        {!isInComposer && (drafts.data?.length ?? 0) > 1 && mayAddPosts() && (
          <BulkButton of="drafts" className="-mx-3 -my-1" />
        )}
      </div>
      {tagFilter && usedTags.size > 0 && <tagFilter.DraftTagFilter tag={tag} used={usedTags} onChange={setTag} />}
      {drafts.isPending && <DraftsSkeleton />}
      {drafts.error && (
        <LoadFailed error={drafts.error} onRetry={() => void drafts.refetch()}>
          <p className="font-strong">{t('notLoaded')}</p>
        </LoadFailed>
      )}
      {drafts.data && ideas.length === 0 && (
        <div className="flex flex-col items-center px-4 py-8 text-center">
          <Frog expression="sleeping" size="md" />
          <p className="mt-3 max-w-80 text-14 text-ink-soft">{t('empty')}</p>
        </div>
      )}
      {(drafts.data?.length ?? 0) >= MAX_DRAFTS && (
        <p className="mt-3 rounded-control bg-lily-wash px-4 py-3 text-14">{t('full', { limit: MAX_DRAFTS })}</p>
      )}
      <ul>
        {ideas.slice(0, shownCount).map((idea) => (
          <DraftRow
            key={idea[0].id}
            idea={idea}
            Grip={Grip}
            onOpen={onOpen && (() => onOpen(idea))}
            onDuplicate={() => void changes.duplicate(idea)}
            onDelete={() => void changes.remove(idea)}
            onSchedule={() => setScheduling(idea)}
            onTag={() => setTagging(idea)}
          />
        ))}
      </ul>
      {ideas.length > shownCount && (
        <Button className="mt-3 w-full" onClick={() => setShownCount(shownCount + PAGE_SIZE)}>
          {t('more', { count: ideas.length - shownCount })}
        </Button>
      )}
      {scheduling && <ScheduleDraft idea={scheduling} onClose={() => setScheduling(null)} />}
      {tagging && <TagsDialog posts={tagging} onClose={() => setTagging(null)} />}
    </section>
  )
}

const tagsOf = (idea: Idea): string[] => idea.flatMap(({ tagIds = [] }) => tagIds)

interface DraftRowProps {
  idea: Idea
  Grip: ComponentType<{ idea: Idea; opening: string }> | undefined
  onOpen: (() => void) | undefined
  onDuplicate: () => void
  onDelete: () => void
  onSchedule: () => void
  onTag: () => void
}

function DraftRow({ idea, Grip, onOpen, onDuplicate, onDelete, onSchedule, onTag }: DraftRowProps) {
  const t = useTranslations('posts.drafts')
  const locale = useLocale()
  const dates = useDates()
  const [first] = idea
  const at = new Date(first.updatedAt)
  const planned = first.plannedAt ? new Date(first.plannedAt) : null
  const opening = first.content.trim().slice(0, 60) || t('untitled')
  const isReturned = useReturnedPosts().has(first.id)
  const texts = idea.map(({ id, content, contentLanguage }, at) => (
    <span key={id} className="flex gap-2 text-14">
      {at > 0 && contentLanguage && (
        <span className="shrink-0 text-13 text-ink-soft">
          {new Intl.DisplayNames(locale, { type: 'language' }).of(contentLanguage)}
        </span>
      )}
      <span
        dir={content.trim() ? textDirection(content) : undefined}
        className="line-clamp-2 min-w-0 flex-1 text-start break-words md:line-clamp-1 md:break-all"
      >
        {content.trim() || <span className="text-ink-soft">{t('untitled')}</span>}
      </span>
    </span>
  ))
  // The link covers the whole row except its buttons and its other links.
  const open = {
    'aria-label': t('openOf', { opening: first.content.trim() || t('untitled') }),
    className:
      '-my-0.5 block w-full py-0.5 text-start after:absolute after:inset-0 after:rounded-control hover:underline focus-visible:shadow-none focus-visible:after:shadow-focus',
    children: texts[0],
  }
  return (
    <li className="flex items-center gap-2.5 border-b border-line py-2">
      {Grip && (
        <span className="-ms-3 -me-2.5 flex empty:hidden lg:-ms-2.5">
          <Grip idea={idea} opening={opening} />
        </span>
      )}
      <div className="relative flex min-w-0 flex-1 gap-2.5">
        <PlatformBadge platform={first.platform} className="mt-0.5" />
        <div className="min-w-0 flex-1">
          <span className="sr-only">{rulesOf(first.platform).name}</span>
          {!mayAs('writer') ? (
            texts[0]
          ) : onOpen ? (
            <button type="button" onClick={onOpen} {...open} />
          ) : (
            <Link href={`/create?draft=${first.id}`} {...open} />
          )}
          {texts.slice(1)}
          <p className="text-13 text-ink-soft">
            {planned
              ? t('planned', { day: dates.shortDay(planned), time: dates.time(planned) })
              : t('saved', { day: dates.shortDay(at), time: dates.time(at) })}
            {isReturned && (
              <>
                {' · '}
                <Link href="/approvals" className="relative z-1 text-lily-ink hover:underline">
                  {t('returned')}
                </Link>
              </>
            )}
            {first.feed && (
              <>
                {' · '}
                {first.feed.url ? (
                  <a
                    href={first.feed.url}
                    target="_blank"
                    rel="noreferrer"
                    className="relative z-1 text-pond hover:underline"
                  >
                    {t('feed', { title: isolate(first.feed.title) })}
                  </a>
                ) : (
                  t('feed', { title: isolate(first.feed.title) })
                )}
              </>
            )}
          </p>
          <TagMarks tagIds={[...new Set(tagsOf(idea))]} />
        </div>
      </div>
      <span className="flex shrink-0 items-center max-lg:-me-3">
        <CommentsLink post={first} />
        {idea.every(({ platform }) => maySchedule(platform)) && (
          <IconButton
            label={t('scheduleOf', { opening })}
            disabled={idea.every(({ content }) => content.trim() === '')}
            onClick={onSchedule}
          >
            <CalendarPlus size={18} strokeWidth={1.75} />
          </IconButton>
        )}
        {mayAs('writer') && (
          <Menu
            trigger={
              <IconButton label={t('moreOf', { opening })}>
                <Ellipsis size={18} strokeWidth={1.75} />
              </IconButton>
            }
          >
            {({ MenuItem }) => (
              <>
                <MenuItem onSelect={onDuplicate}>{t('duplicate')}</MenuItem>
                <MenuItem opensDialog onSelect={onTag}>
                  {t('tags')}
                </MenuItem>
                <MenuItem isDestructive onSelect={onDelete}>
                  {t('delete')}
                </MenuItem>
              </>
            )}
          </Menu>
        )}
      </span>
    </li>
  )
}

function DraftsSkeleton() {
  return (
    <div className="space-y-4 py-4">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  )
}
