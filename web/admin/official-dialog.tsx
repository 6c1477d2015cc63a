import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficialAccount } from '#core/site/contract.ts'
import { OFFICIAL_NETWORKS } from '#core/site/networks.ts'
import { ApiError, call } from '../lib/api.ts'
import { useErrorText } from '../lib/error-text.ts'
import { invalidate } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { NETWORKS, type Network } from '../landing/network-badge.tsx'
import { Button } from '../ui/button.tsx'
import { Alert, Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

/** One official account. */
export default function OfficialDialog({ account, onClose }: { account: OfficialAccount | null; onClose: () => void }) {
  const t = useTranslations('admin')
  const app = useTranslations('app')
  const errorText = useErrorText()
  const [platform, setPlatform] = useState<Network>((account?.platform as Network | undefined) ?? 'linkedin')
  const [displayName, setDisplayName] = useState(account?.displayName ?? '')
  const [profileUrl, setProfileUrl] = useState(account?.profileUrl ?? '')
  const [isDeleting, setIsDeleting] = useState(false)
  const done = (title: string) => {
    toast({ title })
    onClose()
    return invalidate('/api/admin/official-accounts', '/api/admin/audit')
  }
  const body = { platform, displayName, profileUrl }
  const saving = useMutation({
    mutationFn: () =>
      account
        ? call('PATCH /api/admin/official-accounts/{id}', { params: { id: account.id }, body })
        : call('POST /api/admin/official-accounts', { body }),
    onSuccess: () => done(t('official.saved')),
  })
  const deleting = useMutation({
    mutationFn: () => call('DELETE /api/admin/official-accounts/{id}', { params: { id: account?.id ?? '' } }),
    onSuccess: () => done(t('official.deleted')),
    onSettled: () => setIsDeleting(false),
  })
  const issues = saving.error instanceof ApiError ? saving.error.issues : []
  const isAddressWrong = issues.some(({ path }) => path === 'profileUrl')
  const error = saving.error ?? deleting.error

  return (
    <Dialog title={t(account ? 'official.edit' : 'official.add')} closeLabel={app('close')} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <Select
          label={t('official.network')}
          value={platform}
          options={OFFICIAL_NETWORKS.map((value) => ({ value, label: NETWORKS[value].name }))}
          onChange={setPlatform}
        />
        <TextField
          label={t('official.name')}
          dir="auto"
          maxLength={100}
          value={displayName}
          onChange={({ target }) => setDisplayName(target.value)}
        />
        <TextField
          label={t('official.address')}
          error={isAddressWrong ? t('official.addressWrong') : null}
          dir="ltr"
          inputMode="url"
          maxLength={500}
          placeholder="https://"
          value={profileUrl}
          onChange={({ target }) => setProfileUrl(target.value)}
        />
        {error && !isAddressWrong && (
          <p role="alert" className="text-14 text-coral">
            {errorText(error)}
          </p>
        )}
        <DialogActions>
          {account && (
            <Button variant="warning" className="md:me-auto" onClick={() => setIsDeleting(true)}>
              {t('list.delete')}
            </Button>
          )}
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            isPending={saving.isPending}
            disabled={!displayName.trim() || !profileUrl.trim()}
          >
            {t('list.save')}
          </Button>
        </DialogActions>
      </form>
      {isDeleting && (
        <Alert
          title={t('official.deleteTitle')}
          description={t('official.deleteText')}
          confirmLabel={t('list.delete')}
          cancelLabel={app('cancel')}
          isDestructive
          isPending={deleting.isPending}
          onConfirm={() => deleting.mutate()}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </Dialog>
  )
}
