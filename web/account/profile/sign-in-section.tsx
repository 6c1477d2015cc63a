import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDates } from '../../lib/dates.ts'
import { laterDialog } from '../../lib/later-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { LedgerRow, LedgerSection } from '../../ui/ledger.tsx'
import { Passkeys } from '../security/passkeys.tsx'
import { TwoFactor } from '../security/two-factor.tsx'
import type { Own } from './own.ts'

const PasswordDialog = laterDialog(() => import('./password-dialog.tsx'), ['auth'])

export function SignInSection(own: Own) {
  const t = useTranslations('profile.signIn')
  return (
    <LedgerSection id="signIn" title={t('title')}>
      {own.profile.hasPassword && <PasswordRow {...own} />}
      <TwoFactor />
      <Passkeys />
    </LedgerSection>
  )
}

function PasswordRow({ profile: { passwordChangedAt } }: Own) {
  const t = useTranslations('profile.signIn')
  const dates = useDates()
  const [isOpen, setIsOpen] = useState(false)
  const text = passwordChangedAt
    ? t('passwordText', { date: dates.date(new Date(passwordChangedAt)) })
    : t('passwordFirst')
  return (
    <LedgerRow title={t('password')} text={text}>
      <Button onClick={() => setIsOpen(true)}>{t('change')}</Button>
      {isOpen && <PasswordDialog onClose={() => setIsOpen(false)} />}
    </LedgerRow>
  )
}
