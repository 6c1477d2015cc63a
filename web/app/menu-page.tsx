import { ChevronRight, CircleHelp, FileText, ShieldCheck, SlidersHorizontal, Trash2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { usePageTitle } from '../lib/page-title.ts'
import { useUser } from '../lib/session.ts'
import { DESTINATIONS, MORE_DESTINATIONS, PERSONAL } from './navigation.ts'

const ROW = 'flex min-h-14 items-center gap-3.5 text-16 hover:bg-sunk'

/** Every page there is: the bar at the bottom of a phone has no room for all of them. */
export default function MenuPage() {
  const t = useTranslations('menu')
  const app = useTranslations('app')
  const { user } = useUser()
  usePageTitle(t('title'))
  return (
    <div className="column py-6 *:max-w-160 lg:py-9">
      <h1 className="title text-28">{t('title')}</h1>
      <nav aria-label={t('pages')} className="mt-3">
        <ul className="divide-y divide-line">
          {[...DESTINATIONS, ...PERSONAL, ...MORE_DESTINATIONS].map(({ path, name, icon }) => (
            <li key={path}>
              <Link href={path} className={ROW}>
                <Row icon={icon}>{app(`nav.${name}`)}</Row>
              </Link>
            </li>
          ))}
          {user?.role === 'admin' && (
            <li>
              <Link href="/admin" className={ROW}>
                <Row icon={SlidersHorizontal}>{t('admin')}</Row>
              </Link>
            </li>
          )}
        </ul>
      </nav>
      <nav aria-labelledby="about" className="mt-7">
        <h2 id="about" className="pb-1 text-13 font-strong text-ink-soft">
          {t('about')}
        </h2>
        <ul className="divide-y divide-line">
          {ABOUT.map(({ path, name, icon }) => (
            <li key={path}>
              {/* Pages for readers: they are none of the app's. */}
              <a href={path} className={ROW}>
                <Row icon={icon}>{t(name)}</Row>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const ABOUT = [
  { path: '/faq', name: 'faq', icon: CircleHelp },
  { path: '/privacy-policy', name: 'privacy', icon: ShieldCheck },
  { path: '/terms-of-service', name: 'terms', icon: FileText },
  { path: '/data-deletion', name: 'deletion', icon: Trash2 },
] as const

function Row({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon size={22} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1">{children}</span>
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className="points shrink-0 text-ink-soft" />
    </>
  )
}
