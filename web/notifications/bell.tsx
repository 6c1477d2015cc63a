import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { useConfirmNoticeHiddenFor } from '../lib/confirm-notice.ts'
import { reading } from '../lib/queries.ts'
import { useUser } from '../lib/session.ts'
import { Bell as BellIcon } from '../ui/icons.ts'

const Panel = lazyDialog(() => import('./notification-panel.tsx'), ['notifications', 'posts', 'confirm'], 'header')

const MAX_SHOWN = 99

export function Bell() {
  const t = useTranslations('app')
  const format = useFormatter()
  const [isOpen, setIsOpen] = useState(false)
  const unread = useQuery(reading('GET /api/notifications')).data?.unread ?? 0
  const { user } = useUser()
  const hiddenFor = useConfirmNoticeHiddenFor()
  const asksToConfirm = user !== null && !user.emailConfirmed && hiddenFor === user.email
  return (
    <>
      <button
        type="button"
        aria-label={t('bell', { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
        className="relative -mx-1 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors duration-(--fast) hover:bg-sunk hover:text-ink lg:size-10"
      >
        <BellIcon size={22} strokeWidth={1.75} />
        {unread === 0 && asksToConfirm && (
          <span
            aria-hidden="true"
            className="absolute start-[58%] top-2 size-2.5 rounded-pill bg-lily ring-2 ring-paper forced-colors:bg-[Highlight]"
          />
        )}
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute start-[55%] top-0.5 inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-pill bg-coral px-1 text-13 leading-none font-strong text-on-coral tabular-nums ring-2 ring-paper"
          >
            {unread > MAX_SHOWN ? `${format.number(MAX_SHOWN)}+` : format.number(unread)}
          </span>
        )}
      </button>
      {isOpen && <Panel onClose={() => setIsOpen(false)} />}
    </>
  )
}
