import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { HEADLINE_LIMIT } from '#core/accounts/headline.ts'
import { call } from '../lib/api.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { invalidate } from '../lib/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

/** Asks for the user's LinkedIn headline. LinkedIn shows it below the author's name, but its API does not return it. */
export default function HeadlineDialog({ account, onClose }: { account: SocialAccount; onClose: () => void }) {
  const t = useTranslations('accounts.headline')
  const app = useTranslations('accounts')
  const toastError = useErrorToast()
  const [headline, setHeadline] = useState(account.headline ?? '')
  const save = useMutation({
    mutationFn: () => call('PATCH /api/social-accounts/{id}', { params: { id: account.id }, body: { headline } }),
    onSuccess: async () => {
      await invalidate('/api/social-accounts')
      onClose()
    },
    onError: (error) => toastError(app('changeFailed'), error),
  })
  return (
    <Dialog title={t('title')} description={t('text')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <TextField
          label={t('label')}
          value={headline}
          maxLength={HEADLINE_LIMIT}
          dir="auto"
          onChange={({ target }) => setHeadline(target.value)}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" isPending={save.isPending}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
