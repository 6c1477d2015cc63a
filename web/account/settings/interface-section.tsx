import { useTranslations } from 'use-intl'
import type { User } from '#core/people/auth-contract.ts'
import { switchLanguage } from '../../lib/language.ts'
import { changeSettings } from '../../lib/settings.ts'
import { setTheme, THEMES, useTheme } from '../../lib/theme.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { LedgerRow, LedgerSection } from '../../ui/ledger.tsx'
import { Segmented } from '../../ui/segmented.tsx'

export function InterfaceSection({ user }: { user: User }) {
  const t = useTranslations('settings.interface')
  const app = useTranslations('app.menu')
  const theme = useTheme()
  const [ofLanguage, ofTheme] = [useSaving(), useSaving()]
  return (
    <LedgerSection id="interface" title={t('title')}>
      <LedgerRow title={t('language')} saving={ofLanguage.saving} controls="field">
        <Segmented
          label={t('language')}
          isLabelHidden
          value={user.preferredLanguage}
          options={[
            { value: 'en', label: 'English' },
            { value: 'ar', label: 'العربية' },
          ]}
          onChange={(preferredLanguage) =>
            ofLanguage.save(async () => {
              const changing = changeSettings({ preferredLanguage })
              await switchLanguage(preferredLanguage)
              await changing.catch(async (error: unknown) => {
                await switchLanguage(user.preferredLanguage)
                throw error
              })
            })
          }
        />
      </LedgerRow>
      <LedgerRow title={t('theme')} saving={ofTheme.saving} controls="field">
        <Segmented
          label={t('theme')}
          isLabelHidden
          value={theme}
          options={THEMES.map((value) => ({ value, label: app(value) }))}
          onChange={(next) =>
            ofTheme.save(async () => {
              setTheme(next)
              await changeSettings({ theme: next }).catch((error: unknown) => {
                setTheme(theme)
                throw error
              })
            })
          }
        />
      </LedgerRow>
    </LedgerSection>
  )
}
