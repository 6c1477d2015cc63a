import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { usePageTitle } from '../../lib/page-title.ts'
import { mayAs } from '../../lib/role.ts'
import { useUser } from '../../lib/session.ts'
import { ChevronRight } from '../../ui/icons.ts'
import { LedgerPage, LedgerSection } from '../../ui/ledger.tsx'
import { DatesSection } from './dates-section.tsx'
import { InterfaceSection } from './interface-section.tsx'
import { LinksSection } from './links-section.tsx'
import { NoticesSection } from './notices-section.tsx'
import { PhrasesSection } from './phrases-section.tsx'
import { ProvidersSection } from './providers-section.tsx'
import { PublishingSection } from './publishing-section.tsx'
import { SlotsSection } from './slots-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { VoiceSection } from './voice-section.tsx'

export default function SettingsPage() {
  const t = useTranslations('settings')
  const { user } = useUser()
  usePageTitle(t('title'))
  if (!user) return null
  return (
    <LedgerPage
      title={t('title')}
      railLabel={t('sections')}
      sections={[
        { id: 'interface', title: t('interface.title') },
        { id: 'dates', title: t('dates.title') },
        { id: 'publishing', title: t('publishing.title') },
        { id: 'slots', title: t('slots.title'), least: 'editor' as const },
        { id: 'voice', title: t('voice.title'), least: 'editor' as const },
        { id: 'phrases', title: t('phrases.title'), least: 'writer' as const },
        { id: 'links', title: t('links.title'), least: 'editor' as const },
        { id: 'notifications', title: t('notices.title') },
        { id: 'storage', title: t('storage.title') },
        { id: 'providers', title: t('providers.title') },
        { id: 'developers', title: t('developers.title'), least: 'owner' as const },
      ].filter(({ least }) => mayAs(least))}
    >
      <InterfaceSection user={user} />
      <DatesSection user={user} />
      <PublishingSection user={user} />
      {mayAs('editor') && (
        <>
          <SlotsSection />
          <VoiceSection />
        </>
      )}
      {mayAs('writer') && <PhrasesSection />}
      {mayAs('editor') && <LinksSection />}
      <NoticesSection user={user} />
      <StorageSection />
      <ProvidersSection user={user} />
      {mayAs('owner') && (
        <LedgerSection id="developers" title={t('developers.title')}>
          <Link href="/settings/developers" className="flex min-h-11 items-center gap-2 text-14 hover:text-pond">
            <span className="min-w-0 flex-1">{t('developers.text')}</span>
            <ChevronRight size={18} strokeWidth={1.75} className="points shrink-0" />
          </Link>
        </LedgerSection>
      )}
    </LedgerPage>
  )
}
