import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useIsWide } from '../lib/is-wide.ts'
import { mayAddPosts, mayAs } from '../lib/role.ts'
import { buttonClass } from '../ui/button.tsx'
import { CalendarPlus, PenLine, Plug } from '../ui/icons.ts'
import { Skeleton } from '../ui/skeleton.tsx'

export const COLUMN = 'column pt-5 pb-12 md:pt-7'

interface DashboardHeaderProps {
  greeting: string
  /** The sentence below the greeting. Undefined while loading, null if there is nothing to report. */
  overview: ReactNode
  /** Posts that need action: below the links, and above them on a phone. */
  trouble: ReactNode
  hasActions: boolean
}

/**
 * The top of the dashboard. It fetches no data, because the build prerenders it with placeholders that the server fills
 * in.
 */
export function DashboardHeader({ greeting, overview, trouble, hasActions }: DashboardHeaderProps) {
  const isWide = useIsWide()
  // Move the links instead of the list of posts, which would lose its open dialogs.
  const links = hasActions && mayAs('writer') && <Links />
  return (
    <div className="min-w-0">
      <h1 className="title text-28 break-words md:text-40">{greeting}</h1>
      {overview === undefined && <Skeleton className="mt-2.5 h-5 w-80 max-w-full" />}
      {overview && <p className="mt-1 text-16 text-ink-soft empty:hidden">{overview}</p>}
      {isWide && links}
      {trouble}
      {!isWide && links}
    </div>
  )
}

function Links() {
  const t = useTranslations('dashboard')
  return (
    <div className="mt-4 grid grid-cols-2 gap-2 md:flex">
      <Link href="/create" className={buttonClass({ variant: 'primary' }, 'max-md:col-span-2')}>
        <PenLine size={20} strokeWidth={1.75} />
        {t('actions.generate')}
      </Link>
      {mayAddPosts() && (
        <Link href="/schedule" className={buttonClass({}, 'px-2 whitespace-nowrap md:px-4')}>
          <CalendarPlus size={20} strokeWidth={1.75} className="shrink-0 max-[359px]:hidden" />
          {t('actions.schedule')}
        </Link>
      )}
      {mayAs('owner') && (
        <Link href="/social-accounts" className={buttonClass({}, 'px-2 whitespace-nowrap md:px-4')}>
          <Plug size={20} strokeWidth={1.75} className="shrink-0 max-[359px]:hidden" />
          {t('actions.connect')}
        </Link>
      )}
    </div>
  )
}
