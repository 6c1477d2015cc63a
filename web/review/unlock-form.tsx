import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../lib/api.ts'
import { useErrorText } from '../lib/error-text.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Frog } from '../ui/frog.tsx'

/** Asks for the passphrase of a review link. */
export function UnlockForm({ token, onOpen }: { token: string; onOpen: (pass: string) => void }) {
  const t = useTranslations('review.locked')
  const errorText = useErrorText()
  const [passphrase, setPassphrase] = useState('')
  const opening = useMutation({
    mutationFn: () => call('POST /api/review/unlock', { body: { token, passphrase } }),
    onSuccess: ({ pass }) => onOpen(pass),
  })
  return (
    <form
      noValidate
      className="mx-auto flex max-w-100 flex-col gap-5 py-10"
      onSubmit={(event) => {
        event.preventDefault()
        opening.mutate()
      }}
    >
      <div className="text-center">
        <Frog expression="happy" size="lg" className="mx-auto" />
        <h1 className="title mt-5 text-28">{t('title')}</h1>
        <p className="mt-2 text-16 text-ink-soft">{t('text')}</p>
      </div>
      <TextField
        type="password"
        autoComplete="off"
        label={t('passphrase')}
        value={passphrase}
        error={opening.error ? errorText(opening.error) : null}
        onChange={({ target }) => {
          setPassphrase(target.value)
          opening.reset()
        }}
      />
      <Button type="submit" variant="primary" isPending={opening.isPending}>
        {t('open')}
      </Button>
    </form>
  )
}
