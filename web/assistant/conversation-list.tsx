import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Conversation } from '#core/writing/assistant/contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { call, type AnswerOf, type ApiError } from '../lib/api.ts'
import { classNames } from '../lib/class-names.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { useNow } from '../lib/use-now.ts'
import { invalidate, queryClient, reading } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Alert } from '../ui/dialog.tsx'
import { boxClass } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Search, Trash2 } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const WEEK_MS = 7 * 86_400_000

type ConversationListProps = { openId: string | null; onOpen: () => void; onDeleted: (id: string) => void }

export function ConversationList({ openId, onOpen, onDeleted }: ConversationListProps) {
  const t = useTranslations('ask')
  const now = useNow()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useConversations(q)
  const [toDelete, setToDelete] = useState<Conversation | null>(null)

  const all = found.data ?? []
  const isRecent = ({ changedAt }: Conversation) => now.getTime() - Date.parse(changedAt) < WEEK_MS
  const groups = [
    { name: 'week', list: all.filter(isRecent) },
    { name: 'earlier', list: all.filter((one) => !isRecent(one)) },
  ] as const
  return (
    <>
      <label className="relative block">
        <span className="sr-only">{t('search')}</span>
        <Search
          size={16}
          strokeWidth={1.75}
          className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-soft"
        />
        <input
          type="search"
          dir="auto"
          value={typed}
          maxLength={200}
          placeholder={t('search')}
          onChange={(event) => setTyped(event.target.value)}
          className={classNames(boxClass(), 'min-h-(--control) ps-9 pe-3')}
        />
      </label>
      {found.isPending && <ListSkeleton />}
      {found.error && !found.data && (
        <div className="mt-4">
          <LoadFailed error={found.error} onRetry={() => void found.refetch()}>
            <p className="font-strong">{t('notLoaded')}</p>
          </LoadFailed>
        </div>
      )}
      {found.data && all.length === 0 && (
        <output className="block mt-5 text-14 text-ink-soft">{t(q ? 'noneFound' : 'none')}</output>
      )}
      {groups.map(
        ({ name, list }) =>
          list.length > 0 && (
            <section key={name} aria-labelledby={`talks-${name}`} className="mt-5">
              <h2 id={`talks-${name}`} className="text-13 text-ink-soft">
                {t(`groups.${name}`)}
              </h2>
              <ul className="mt-1 -mx-3">
                {list.map((one) => (
                  <Row
                    key={one.id}
                    conversation={one}
                    isOpen={one.id === openId}
                    onOpen={onOpen}
                    onDelete={() => setToDelete(one)}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      {found.hasNextPage && (
        <Button className="mt-4 w-full" isPending={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {toDelete && <ConfirmDelete conversation={toDelete} onDeleted={onDeleted} onClose={() => setToDelete(null)} />}
    </>
  )
}

function useConversations(q: string) {
  const page = (last?: Conversation) =>
    reading('GET /api/conversations', {
      query: { ...(q && { q }), ...(last && { before: last.changedAt, beforeId: last.id }) },
    })
  return useInfiniteQuery<Page, ApiError, Conversation[], readonly unknown[], Conversation | undefined>({
    queryKey: [...page().queryKey, 'pages'],
    queryFn: ({ pageParam }) => queryClient.fetchQuery({ ...page(pageParam), staleTime: 0 }),
    initialPageParam: undefined,
    getNextPageParam: ({ conversations, hasMore }) => (hasMore ? conversations.at(-1) : undefined),
    select: ({ pages }) => pages.flatMap(({ conversations }) => conversations),
    placeholderData: keepPreviousData,
  })
}

type Page = AnswerOf<'GET /api/conversations'>

type RowProps = { conversation: Conversation; isOpen: boolean; onOpen: () => void; onDelete: () => void }

function Row({ conversation: { id, title }, isOpen, onOpen, onDelete }: RowProps) {
  const t = useTranslations('ask')
  return (
    <li className={classNames('group flex items-center rounded-control', isOpen ? 'bg-pond-wash' : 'hover:bg-sunk')}>
      <Link
        href={`/ask-frogy?c=${id}`}
        aria-current={isOpen ? 'page' : undefined}
        onClick={onOpen}
        className={classNames(
          'flex min-h-11 min-w-0 flex-1 items-center ps-3 text-14 lg:min-h-9.5',
          isOpen ? 'font-strong text-ink' : 'text-ink-soft',
        )}
      >
        <span dir={textDirection(title)} className="truncate">
          {title}
        </span>
      </Link>
      <IconButton
        label={t('delete', { title: isolate(title) })}
        onClick={onDelete}
        className="pointer-fine:opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
      >
        <Trash2 size={16} strokeWidth={1.75} />
      </IconButton>
    </li>
  )
}

type ConfirmDeleteProps = { conversation: Conversation; onDeleted: (id: string) => void; onClose: () => void }

function ConfirmDelete({ conversation: { id, title }, onDeleted, onClose }: ConfirmDeleteProps) {
  const t = useTranslations('ask.deleting')
  const errorText = useErrorText()
  const [isPending, setIsPending] = useState(false)

  async function remove() {
    setIsPending(true)
    try {
      await call('DELETE /api/conversations/{id}', { params: { id } })
      toast({ title: t('done') })
      onDeleted(id)
    } catch (error) {
      toast({ title: t('failed'), description: errorText(error), isDestructive: true })
    }
    void invalidate('/api/conversations')
    onClose()
  }

  return (
    <Alert
      title={t('title')}
      description={t('text', { title: isolate(title) })}
      confirmLabel={t('delete')}
      isDestructive
      isPending={isPending}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}

function ListSkeleton() {
  return (
    <div aria-hidden="true" className="mt-6 space-y-4">
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}
