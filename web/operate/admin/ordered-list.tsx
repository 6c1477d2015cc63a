import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ArrowDown, ArrowUp } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAdminAction } from './use-admin-action.ts'

interface Ordered {
  id: string
  isActive: boolean
}

interface ListActions<Item> {
  path: string
  nameOf: (item: Item) => string
  change: (item: Item, body: { isActive?: boolean; place?: number }) => Promise<unknown>
  onEdit: (item: Item) => void
  children: (item: Item) => ReactNode
}

export function OrderedList<Item extends Ordered>({
  all,
  empty,
  isPartial = false,
  ...actions
}: {
  all: UseQueryResult<Item[]>
  empty: string
  /** Whether the list shows only search results. Moving is then disabled, because positions are not visible. */
  isPartial?: boolean
} & ListActions<Item>) {
  return (
    <div className="mt-4">
      {all.error && <LoadFailed error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && <Skeleton className="h-64" />}
      {all.data?.length === 0 && (
        <output className="block border-y border-line py-6 text-14 text-ink-soft">{empty}</output>
      )}
      {all.data && all.data.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {all.data.map((item, place) => (
            <Row
              key={item.id}
              item={item}
              order={isPartial ? undefined : { place, count: all.data.length }}
              {...actions}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function Row<Item extends Ordered>({
  item,
  order,
  path,
  nameOf,
  change,
  onEdit,
  children,
}: { item: Item; order: { place: number; count: number } | undefined } & ListActions<Item>) {
  const t = useTranslations('admin.list')
  const changing = useAdminAction((body: { isActive?: boolean; place?: number }) => change(item, body), path)
  const nameValue = { name: isolate(nameOf(item)) }
  const move = (label: string, to: number, Arrow: typeof ArrowUp) => (
    <IconButton
      label={label}
      disabled={to < 0 || to === order?.count || changing.isPending}
      onClick={() => changing.mutate({ place: to })}
    >
      <Arrow size={18} strokeWidth={1.75} />
    </IconButton>
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className={classNames('min-w-0 flex-1 basis-full text-14 md:basis-96', !item.isActive && 'text-ink-soft')}>
        {children(item)}
      </div>
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-14 lg:min-h-9">
        <input
          type="checkbox"
          aria-label={t('showWhom', nameValue)}
          // Show the user's choice before the server responds.
          checked={(changing.isPending ? changing.variables.isActive : undefined) ?? item.isActive}
          onChange={({ target }) => changing.mutate({ isActive: target.checked })}
          className="size-4.5"
        />
        {t('shown')}
      </label>
      {order && (
        <span className="flex shrink-0">
          {move(t('up', nameValue), order.place - 1, ArrowUp)}
          {move(t('down', nameValue), order.place + 1, ArrowDown)}
        </span>
      )}
      <Button size="sm" aria-label={t('editWhom', nameValue)} onClick={() => onEdit(item)} className="ms-auto">
        {t('edit')}
      </Button>
    </li>
  )
}
