import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { User } from '#core/people/auth-contract.ts'
import { classNames } from '../../lib/class-names.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { boxClass } from '../../ui/field.tsx'
import { LedgerRow, LedgerSection } from '../../ui/ledger.tsx'
import { EmailRow } from './email-row.tsx'
import type { ProfileProps } from './profile-props.ts'
import { PictureRow } from './picture-row.tsx'
import { ZoneRow } from './zone-row.tsx'

const NAME_LIMIT = 80

export function YouSection(props: ProfileProps) {
  const t = useTranslations('profile')
  return (
    <LedgerSection id="you" title={t('you.title')}>
      <PictureRow user={props.user} />
      <NameRow user={props.user} />
      <EmailRow {...props} />
      <ZoneRow user={props.user} />
    </LedgerSection>
  )
}

function NameRow({ user }: { user: User }) {
  const t = useTranslations('profile')
  const { saving, change } = useSaving()
  return (
    <LedgerRow title={t('you.name')} text={t('you.nameText')} saving={saving} controls="field">
      <div className="grid grid-cols-2 gap-2">
        {(['firstName', 'lastName'] as const).map((name) => (
          // A new key remounts the field when the saved name changes or the server rejects the typed one.
          <NameField
            key={`${name} ${user[name]}`}
            label={t(`you.${name}`)}
            autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
            value={user[name]}
            onLeave={(value) => change({ [name]: value })}
          />
        ))}
      </div>
    </LedgerRow>
  )
}

type NameFieldProps = { label: string; autoComplete: string; value: string; onLeave: (value: string) => void }

function NameField({ label, autoComplete, value, onLeave }: NameFieldProps) {
  const [typed, setTyped] = useState(value)
  function leave() {
    if (typed.trim() === value) setTyped(value)
    else onLeave(typed.trim())
  }
  return (
    <input
      aria-label={label}
      autoComplete={autoComplete}
      dir="auto"
      maxLength={NAME_LIMIT}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur()
        if (key === 'Escape') setTyped(value)
      }}
      className={classNames(boxClass(), 'min-h-(--control) min-w-0 px-3 rtl:text-right')}
    />
  )
}
