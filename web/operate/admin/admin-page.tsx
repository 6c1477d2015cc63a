import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { usePageTitle } from '../../lib/page-title.ts'
import { reading } from '../../lib/queries.ts'
import { useUser, signInPath } from '../../lib/session.ts'
import { classNames } from '../../lib/class-names.ts'
import { GuestFrame } from '../../ui/guest-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PublishingHold } from './publishing-hold.tsx'

const Users = lazy(() => import('./users.tsx'))
const OfficialAccounts = lazy(() => import('./official-accounts.tsx'))
const FaqEditor = lazy(() => import('./faq-editor.tsx'))
const Queue = lazy(() => import('./queue.tsx'))
const Networks = lazy(() => import('./networks.tsx'))
const ConnectAi = lazy(() => import('./connect-ai.tsx'))
const Connections = lazy(() => import('./connections.tsx'))
const Backups = lazy(() => import('./backups.tsx'))
const AuditLog = lazy(() => import('./audit-log.tsx'))

const SECTIONS = [
  { path: '/admin', name: 'users', Screen: Users },
  { path: '/admin/accounts', name: 'accounts', Screen: OfficialAccounts },
  { path: '/admin/faq', name: 'faq', Screen: FaqEditor },
  { path: '/admin/queue', name: 'queue', Screen: Queue },
  { path: '/admin/networks', name: 'networks', Screen: Networks },
  { path: '/admin/providers', name: 'providers', Screen: ConnectAi },
  { path: '/admin/connections', name: 'connections', Screen: Connections },
  { path: '/admin/backups', name: 'backups', Screen: Backups },
  { path: '/admin/audit', name: 'audit', Screen: AuditLog },
] as const

export default function AdminPage() {
  const t = useTranslations('admin')
  const [path, navigate] = useLocation()
  const { user, isLoading } = useUser()
  usePageTitle(t('title'))
  const section = SECTIONS.find((one) => one.path === path.replace(/\/$/, '')) ?? SECTIONS[0]

  if (!user && isLoading) return null
  if (!user)
    return (
      <GuestFrame isGuest>
        <Notice
          expression="sleeping"
          title={t('gate.guest')}
          text={t('gate.guestText')}
          action={{ label: t('gate.signIn'), run: () => navigate(signInPath(path)) }}
        />
      </GuestFrame>
    )
  if (user.role !== 'admin')
    return (
      <Notice
        expression="sleeping"
        title={t('gate.denied')}
        text={t('gate.role', { role: t(`roles.${user.role}`) })}
        action={{ label: t('gate.home'), run: () => navigate('/') }}
      />
    )
  return (
    <div className="column py-6 lg:py-9">
      <h1 className="title text-28">{t('title')}</h1>
      <PublishingHold isListed={section.name === 'backups'} />
      <SectionSelect section={section} />
      <nav aria-label={t('sections')} className="mt-3 border-b border-line max-lg:hidden">
        <ul className="flex gap-x-6">
          {SECTIONS.map(({ path: to, name }) => (
            <li key={to}>
              <Link
                href={to}
                aria-current={section.path === to ? 'page' : undefined}
                className={classNames(
                  'relative inline-flex min-h-11 items-center gap-1.5 text-14 whitespace-nowrap after:absolute after:inset-x-0 after:bottom-0 after:h-0.5',
                  section.path === to ? 'font-strong after:bg-pond' : 'text-ink-soft hover:text-ink',
                )}
              >
                {t(`section.${name}`)}
                {name === 'queue' && <QueueDot key={section.path} />}
                {name === 'backups' && <BackupDot key={section.path} />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {section.name === 'queue' && (
        <>
          <MissingMail />
          <MissingFfmpeg />
        </>
      )}
      <div className="pt-5">
        <Suspense fallback={<Skeleton className="h-64" />}>
          <section.Screen />
        </Suspense>
      </div>
    </div>
  )
}

/** The sections on a narrow screen, where they do not fit into one row. */
function SectionSelect({ section }: { section: (typeof SECTIONS)[number] }) {
  const t = useTranslations('admin')
  const [, navigate] = useLocation()
  const needing = { queue: useQueueNeeds(), backups: useBackupsNeed() !== null }
  return (
    <div className="mt-3 lg:hidden">
      <BareSelect
        look="box"
        aria-label={t('sections')}
        value={section.path}
        options={SECTIONS.map(({ path, name }) => ({
          value: path,
          label:
            (name === 'queue' || name === 'backups') && needing[name]
              ? `${t(`section.${name}`)} · ${t('queue.needsSomeone')}`
              : t(`section.${name}`),
        }))}
        onChange={(path) => navigate(path)}
      />
    </div>
  )
}

function MissingMail() {
  const t = useTranslations('admin')
  const { data } = useQuery(reading('GET /api/registration'))
  if (data?.sendsMail !== false) return null
  return <p className="mt-3 border-s-2 border-lily ps-3 text-13 wrap-anywhere text-ink-soft">{t('noMail')}</p>
}

function MissingFfmpeg() {
  const t = useTranslations('admin')
  const { data } = useQuery(reading('GET /api/admin/queue'))
  if (data?.videoCopies !== 'without-ffmpeg' || !data.isServed) return null
  return <p className="mt-3 border-s-2 border-lily ps-3 text-13 wrap-anywhere text-ink-soft">{t('noFfmpeg')}</p>
}

/**
 * Whether posts or jobs need attention, or no worker runs. Always refetches, because administrators get no events about
 * other users' posts.
 */
function useQueueNeeds(): boolean {
  const { data } = useQuery({ ...reading('GET /api/admin/queue'), refetchOnMount: 'always' })
  return data !== undefined && (data.groups.needing > 0 || data.failedJobs > 0 || !data.isServed)
}

function QueueDot() {
  const t = useTranslations('admin')
  if (!useQueueNeeds()) return null
  return (
    <span className="size-2 rounded-pill bg-coral">
      <span className="sr-only">{t('queue.needsSomeone')}</span>
    </span>
  )
}

/** Whether the latest backup is broken or overdue, or posts may already be live after a restore. */
function useBackupsNeed(): 'repair' | 'attention' | null {
  const { data } = useQuery({ ...reading('GET /api/admin/backups'), refetchOnMount: 'always' })
  const held = useQuery(reading('GET /api/admin/publishing')).data
  if (data?.backups[0]?.state === 'broken') return 'repair'
  return data?.isOverdue || (held && !held.isHeld && held.waiting.length > 0) ? 'attention' : null
}

function BackupDot() {
  const t = useTranslations('admin')
  const need = useBackupsNeed()
  if (!need) return null
  return (
    <span
      className={classNames('size-2.5 rounded-pill', need === 'repair' ? 'bg-coral' : 'border border-lily-ink bg-lily')}
    >
      <span className="sr-only">{t('queue.needsSomeone')}</span>
    </span>
  )
}
