import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { User } from '#core/auth/contract.ts'
import { classNames } from '../lib/class-names.ts'
import { boxClass } from '../ui/field.tsx'
import { LedgerRow, LedgerSection } from '../ui/ledger.tsx'
import { EmailRow } from './email-row.tsx'
import type { Own } from './own.ts'
import { PictureRow } from './picture-row.tsx'
import { useSaving } from './use-saving.ts'
import { ZoneRow } from './zone-row.tsx'

const NAME_LIMIT = 80

export function YouSection(own: Own) {
  const t = useTranslations('profile')
  return (
    <LedgerSection id="you" title={t('you.title')}>
      <PictureRow user={own.user} />
      <NameRow user={own.user} />
      <EmailRow {...own} />
      <ZoneRow user={own.user} />
    </LedgerSection>
  )
}

function NameRow({ user }: { user: User }) {
  const t = useTranslations('profile')
  const { isSaved, save } = useSaving()
  return (
    <LedgerRow title={t('you.name')} text={t('you.nameText')} isSaved={isSaved} savedLabel={t('saved')}>
      <div className="grid w-full grid-cols-2 gap-2 md:w-86">
        {(['firstName', 'lastName'] as const).map((name) => (
          // Another value from elsewhere, or the former one after a refusal, stands there anew.
          <NameField
            key={`${name} ${user[name]}`}
            label={t(`you.${name}`)}
            autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
            value={user[name]}
            onLeave={(value) => save({ [name]: value })}
          />
        ))}
      </div>
    </LedgerRow>
  )
}

/** Stores what was typed once it is left; what cannot be stored gives way to what was there. */
function NameField({
  label,
  autoComplete,
  value,
  onLeave,
}: {
  label: string
  autoComplete: string
  value: string
  onLeave: (value: string) => Promise<boolean>
}) {
  const [typed, setTyped] = useState(value)
  async function leave() {
    if (typed.trim() === value) return setTyped(value)
    if (!(await onLeave(typed.trim()))) setTyped(value)
  }
  return (
    <input
      aria-label={label}
      autoComplete={autoComplete}
      dir="auto"
      maxLength={NAME_LIMIT}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => void leave()}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur()
        if (key === 'Escape') setTyped(value)
      }}
      className={classNames(boxClass(), 'min-h-(--control) min-w-0 px-3')}
    />
  )
}
