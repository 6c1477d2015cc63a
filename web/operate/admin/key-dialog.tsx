import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProviderState } from '#core/writing/providers-contract.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { invalidate } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { PROVIDER_NAMES } from './provider-names.ts'

/** A dialog for entering a provider's API key. Frogy never shows the key again. */
export default function KeyDialog({ state, onClose }: { state: ProviderState; onClose: () => void }) {
  const t = useTranslations('admin.keys')
  const errorText = useErrorText()
  const { provider } = state
  const [key, setKey] = useState('')
  const [model, setModel] = useState(state.source === 'entered' ? (state.model ?? '') : '')
  const nameValue = { name: PROVIDER_NAMES[provider] }
  const entering = useMutation({
    mutationFn: () =>
      call('PUT /api/admin/providers/{provider}', {
        params: { provider },
        body: { key: key.trim(), ...(model.trim() && { model: model.trim() }) },
      }),
    onSuccess: ({ connected }) => {
      toast(
        connected
          ? { title: t('saved', nameValue) }
          : { title: t('savedSilent', nameValue), description: t('savedSilentText'), isUncertain: true },
      )
      onClose()
      return invalidate('/api/admin/providers', '/api/admin/audit', '/api/ai/status')
    },
  })
  const issues = entering.error instanceof ApiError ? entering.error.issues : []
  const wrong = (path: string) => (issues.some((one) => one.path === path) ? t('wrong') : null)
  return (
    <Dialog title={t('enterWhose', nameValue)} description={t('sealed')} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (key.trim()) entering.mutate()
        }}
      >
        <TextField
          label={t('key')}
          error={wrong('key')}
          type="password"
          dir="ltr"
          autoComplete="off"
          maxLength={400}
          value={key}
          onChange={({ target }) => setKey(target.value)}
        />
        <TextField
          label={t('modelField')}
          hint={t('modelHint')}
          error={wrong('model')}
          dir="ltr"
          autoComplete="off"
          maxLength={100}
          value={model}
          onChange={({ target }) => setModel(target.value)}
        />
        {entering.error && issues.length === 0 && (
          <p role="alert" className="text-14 text-coral">
            {errorText(entering.error)}
          </p>
        )}
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" isPending={entering.isPending} disabled={key.trim().length < 8}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
