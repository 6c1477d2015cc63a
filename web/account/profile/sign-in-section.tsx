import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDates } from '../../lib/dates.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { LedgerRow, LedgerSection } from '../../ui/ledger.tsx'
import { Passkeys } from '../security/passkeys.tsx'
import { TwoFactor } from '../security/two-factor.tsx'
import type { ProfileProps } from './profile-props.ts'

const PasswordDialog = lazyDialog(() => import('./password-dialog.tsx'), ['auth', 'notifications'])

export function SignInSection(props: ProfileProps) {
  const t = useTranslations('profile.signIn')
  return (
    <LedgerSection id="signIn" title={t('title')}>
      {props.profile.hasPassword && <PasswordRow {...props} />}
      <TwoFactor />
      <Passkeys />
    </LedgerSection>
  )
}

function PasswordRow({ profile: { passwordChangedAt } }: ProfileProps) {
  const t = useTranslations('profile.signIn')
  const dates = useDates()
  const [isOpen, setIsOpen] = useState(false)
  const text = passwordChangedAt
    ? t('passwordText', { date: dates.date(new Date(passwordChangedAt)) })
    : t('passwordFirst')
  return (
    <LedgerRow title={t('password')} text={text} controls="brief">
      <Button onClick={() => setIsOpen(true)}>{t('change')}</Button>
      {isOpen && <PasswordDialog onClose={() => setIsOpen(false)} />}
    </LedgerRow>
  )
}
