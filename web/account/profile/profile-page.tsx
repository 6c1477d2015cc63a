import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useDates } from '../../lib/dates.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { reading } from '../../lib/queries.ts'
import { useUser } from '../../lib/session.ts'
import { ownName } from '../../posts/author.ts'
import { LedgerPage } from '../../ui/ledger.tsx'
import { NotLoaded } from '../../ui/load-failed.tsx'
import { DataSection } from './data-section.tsx'
import type { ProfileProps } from './profile-props.ts'
import { SessionsSection } from './sessions-section.tsx'
import { SignInSection } from './sign-in-section.tsx'
import { YouSection } from './you-section.tsx'

/**
 * The page's sections in order. Each renders its own heading, whose id is the section's name. The list of sections
 * links to it.
 */
const SECTIONS = [
  { name: 'you', Section: YouSection },
  { name: 'signIn', Section: SignInSection },
  { name: 'sessions', Section: SessionsSection },
  { name: 'data', Section: DataSection },
] as const satisfies readonly { name: string; Section: ComponentType<ProfileProps> }[]

export default function ProfilePage() {
  const t = useTranslations('profile')
  const dates = useDates()
  const { user } = useUser()
  const query = useQuery(reading('GET /api/profile'))
  const profile = query.data
  usePageTitle(t('title'))

  return (
    <LedgerPage
      title={t('title')}
      text={
        user &&
        profile && (
          <p className="mt-1 text-14 text-ink-soft">
            <span className="block wrap-anywhere">
              <bdi>{ownName(user)}</bdi>
            </span>
            {t('memberSince', { date: dates.date(new Date(profile.memberSince)) })}
          </p>
        )
      }
      railLabel={t('sections')}
      sections={profile ? SECTIONS.map(({ name }) => ({ id: name, title: t(`${name}.title`) })) : []}
    >
      <NotLoaded query={query} title={t('notLoaded')} skeleton="h-100" />
      {user && profile && SECTIONS.map(({ name, Section }) => <Section key={name} user={user} profile={profile} />)}
    </LedgerPage>
  )
}
