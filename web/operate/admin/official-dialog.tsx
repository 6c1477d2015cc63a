import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficialAccount } from '#core/operate/site-contract.ts'
import { brandOf, NETWORKS, type Network } from '#core/platforms/brands.ts'
import { call } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { EditDialog } from './edit-dialog.tsx'

export default function OfficialDialog({ account, onClose }: { account: OfficialAccount | null; onClose: () => void }) {
  const t = useTranslations('admin')
  const before = {
    platform: (account?.platform as Network | undefined) ?? 'linkedin',
    displayName: account?.displayName ?? '',
    profileUrl: account?.profileUrl ?? '',
  }
  const [platform, setPlatform] = useState(before.platform)
  const [displayName, setDisplayName] = useState(before.displayName)
  const [profileUrl, setProfileUrl] = useState(before.profileUrl)
  const body = { platform, displayName, profileUrl }

  return (
    <EditDialog
      of="official"
      path="/api/admin/official-accounts"
      isChanged={JSON.stringify(body) !== JSON.stringify(before)}
      isWhole={displayName.trim() !== '' && profileUrl.trim() !== ''}
      save={() =>
        account
          ? call('PATCH /api/admin/official-accounts/{id}', { params: { id: account.id }, body })
          : call('POST /api/admin/official-accounts', { body })
      }
      remove={account && (() => call('DELETE /api/admin/official-accounts/{id}', { params: { id: account.id } }))}
      checks="profileUrl"
      onClose={onClose}
    >
      {(isRefused) => (
        <>
          <Select
            label={t('official.network')}
            value={platform}
            options={NETWORKS.map((value) => ({ value, label: brandOf(value).name }))}
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
            error={isRefused ? t('official.addressWrong') : null}
            dir="ltr"
            inputMode="url"
            maxLength={500}
            placeholder="https://"
            value={profileUrl}
            onChange={({ target }) => setProfileUrl(target.value)}
          />
        </>
      )}
    </EditDialog>
  )
}
