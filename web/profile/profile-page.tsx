import { useTranslations } from 'use-intl'
import { usePageTitle } from '../lib/page-title.ts'
import { ExportData } from '../security/export.tsx'
import { Passkeys } from '../security/passkeys.tsx'
import { TwoFactor } from '../security/two-factor.tsx'

/** What a person says about themselves, and how they sign in. */
export default function ProfilePage() {
  const t = useTranslations('security')
  usePageTitle(t('profile'))
  return (
    <div className="column py-6 lg:py-9">
      <h1 className="title text-28">{t('profile')}</h1>
      <section aria-labelledby="signing-in" className="mt-6 border-t border-line pt-5">
        <h2 id="signing-in" className="text-16 font-strong">
          {t('signingIn')}
        </h2>
        <TwoFactor />
        <Passkeys />
      </section>
      <section aria-labelledby="your-data" className="mt-8 border-t border-line pt-5">
        <h2 id="your-data" className="text-16 font-strong">
          {t('yourData')}
        </h2>
        <ExportData />
      </section>
    </div>
  )
}
