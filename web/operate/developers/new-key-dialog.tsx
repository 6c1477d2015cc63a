import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SCOPES, type Scope } from '#core/programs/scopes.ts'
import { call, type AnswerOf } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { CheckList } from './check-list.tsx'

const LIFETIMES = ['30', '90', '180', '365', 'never'] as const

type NewKeyDialogProps = { onClose: () => void; onMade: (made: AnswerOf<'POST /api/keys'>) => void }

export default function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const t = useTranslations('developers')
  const toastError = useErrorToast()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(['posts:read'])
  const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number]>('90')
  const making = useMutation({
    mutationFn: () =>
      call('POST /api/keys', { body: { name, scopes, endsInDays: lifetime === 'never' ? null : Number(lifetime) } }),
    onSuccess: onMade,
    onError: (reason) => toastError(t('failed'), reason),
  })
  return (
    <Dialog title={t('newKey.title')} description={t('newKey.text')} onClose={onClose}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          making.mutate()
        }}
      >
        <TextField
          label={t('newKey.name')}
          value={name}
          maxLength={80}
          dir={name ? 'auto' : undefined}
          placeholder={t('newKey.namePlaceholder')}
          onChange={({ target }) => setName(target.value)}
        />
        <CheckList
          label={t('newKey.scopes')}
          chosen={scopes}
          onChange={setScopes}
          options={SCOPES.map((scope) => ({
            value: scope,
            label: t(`scopes.${scope}`),
            hint: (
              <bdi dir="ltr" className="font-mono">
                {scope}
              </bdi>
            ),
          }))}
        />
        <Select
          label={t('newKey.ends')}
          value={lifetime}
          onChange={setLifetime}
          options={LIFETIMES.map((value) => ({
            value,
            label: value === 'never' ? t('newKey.never') : t('newKey.inDays', { days: Number(value) }),
          }))}
        />
        <DialogActions onCancel={onClose}>
          <Button
            type="submit"
            variant="primary"
            disabled={name.trim() === '' || scopes.length === 0}
            isPending={making.isPending}
          >
            {t('newKey.make')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
