import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { addressAt, WORKSPACE_ID } from '../lib/base-path.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { useUser } from '../lib/session.ts'
import { ownName } from '../posts/author.ts'
import { Avatar } from '../ui/avatar.tsx'
import {
  ChevronRight,
  CircleHelp,
  FileText,
  ImagePlus,
  ListChecks,
  LogOut,
  ShieldCheck,
  SlidersHorizontal,
  Trash2,
  type LucideIcon,
} from '../ui/icons.ts'
import { ALL_PAGES, MAIN_DESTINATIONS, type MainEntry } from './navigation.ts'
import { useLogOut } from './use-log-out.tsx'

type Page = (typeof ALL_PAGES)[number]

/** The pages without a place in the header or bottom bar. */
const PAGES = ALL_PAGES.filter(
  (page): page is Exclude<Page, { path: MainEntry['path'] }> =>
    !MAIN_DESTINATIONS.some(({ path }) => path === page.path),
)

const LIST = 'lg:grid lg:grid-cols-2 lg:gap-x-12 [&>li]:border-b [&>li]:border-line'
const ROW = 'flex min-h-16 w-full items-center gap-3.5 py-2 text-start text-16 hover:bg-sunk'

/** Links to the pages for which the bottom bar of a phone has no space. */
export default function MenuPage() {
  const t = useTranslations('menu')
  const app = useTranslations('app')
  usePageTitle(t('title'))
  const { user } = useUser()
  const name = ownName(user)
  const { logOut, question } = useLogOut(user?.id ?? '')
  const { data: workspaces } = useQuery({ ...reading('GET /api/workspaces'), enabled: WORKSPACE_ID !== undefined })
  const asksForApproval = workspaces?.some(({ id, approval }) => id === WORKSPACE_ID && approval.of !== 'none')
  return (
    <div className="column py-6 max-lg:*:max-w-160 lg:py-9">
      <h1 className="title text-28">{t('title')}</h1>
      {user && (
        <div className="mt-4 flex items-center gap-3.5">
          <Avatar name={name} imageUrl={user.profileImageUrl} size={44} />
          <div className="min-w-0">
            <p className="truncate text-16 font-strong">
              <bdi>{name}</bdi>
            </p>
            {name !== user.email && (
              <p dir="ltr" className="truncate text-13 text-ink-soft rtl:text-right">
                {user.email}
              </p>
            )}
          </div>
        </div>
      )}
      <nav aria-label={t('pages')} className="mt-3">
        <ul className={LIST}>
          {PAGES.map((place) => (
            <li key={place.path}>
              <Link href={place.path} className={ROW}>
                <Row icon={place.icon} text={t(`texts.${place.name}`)}>
                  {app(`nav.${place.name}`)}
                </Row>
              </Link>
            </li>
          ))}
          <li>
            <Link href="/library" className={ROW}>
              <Row icon={ImagePlus} text={t('texts.library')}>
                {t('library')}
              </Row>
            </Link>
          </li>
          {asksForApproval && (
            <li>
              <Link href="/approvals" className={ROW}>
                <Row icon={ListChecks}>{t('approvals')}</Row>
              </Link>
            </li>
          )}
          {user?.role === 'admin' && (
            <li>
              <Link href="/admin" className={ROW}>
                <Row icon={SlidersHorizontal}>{t('admin')}</Row>
              </Link>
            </li>
          )}
        </ul>
      </nav>
      <div className="border-b border-line lg:mt-7 lg:border-t">
        <button type="button" className={ROW} onClick={logOut}>
          <LogOut size={22} strokeWidth={1.75} className="points shrink-0 text-ink-soft" />
          {app('menu.logout')}
        </button>
      </div>
      <nav aria-labelledby="about" className="mt-7">
        <h2 id="about" className="pb-1 text-13 font-strong text-ink-soft">
          {t('about')}
        </h2>
        <ul className={LIST}>
          {ABOUT.map((place) => (
            <li key={place.path}>
              {/* Plain links, because these public pages are outside the app. */}
              <a href={addressAt(place.path)} className={ROW}>
                <Row icon={place.icon}>{t(place.name)}</Row>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {question}
    </div>
  )
}

const ABOUT = [
  { path: '/faq', name: 'faq', icon: CircleHelp },
  { path: '/privacy-policy', name: 'privacy', icon: ShieldCheck },
  { path: '/terms-of-service', name: 'terms', icon: FileText },
  { path: '/data-deletion', name: 'deletion', icon: Trash2 },
] as const

function Row({ icon: Icon, text, children }: { icon: LucideIcon; text?: string; children: ReactNode }) {
  return (
    <>
      <Icon size={22} strokeWidth={1.75} className="shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1">
        <span className="block">{children}</span>
        {text && <span className="block text-13 text-ink-soft">{text}</span>}
      </span>
      <ChevronRight size={18} strokeWidth={1.75} className="points shrink-0 text-ink-soft" />
    </>
  )
}
