import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Team } from '#core/workspaces/contract.ts'
import { ROLES, type Role } from '#core/workspaces/role.ts'
import { EMAIL_INPUT } from '../account/auth/form-parts.tsx'
import { call } from '../lib/api.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate } from '../lib/queries.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

type InviteDialogProps = { team: Pick<Team, 'id' | 'sendsMail'>; onClose: () => void }

/** Creates an invitation and then shows its link. The link cannot be shown again later. */
export default function InviteDialog({ team: { id, sendsMail }, onClose }: InviteDialogProps) {
  const t = useTranslations('team')
  const errorText = useErrorText()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const inviting = useMutation({
    mutationFn: () =>
      call('POST /api/workspaces/{id}/invitations', { params: { id }, body: { email: email.trim() || null, role } }),
    onSuccess: () => invalidate('/api/workspaces'),
  })
  const made = inviting.data
  if (made)
    return (
      <Dialog
        title={t('made')}
        description={made.isMailed ? t('mailed', { email: isolate(made.invitation.email ?? '') }) : t('copyText')}
        onClose={onClose}
      >
        <div className="flex flex-col gap-5">
          <input
            readOnly
            dir="ltr"
            aria-label={t('link')}
            value={made.link}
            onFocus={({ target }) => target.select()}
            className="min-h-11 w-full rounded-control border border-line bg-surface px-2.5 font-mono text-16 text-ellipsis lg:text-13"
          />
          <DialogActions>
            <Button onClick={onClose}>{t('done')}</Button>
            <Button variant="primary" onClick={() => void copyText(made.link, { title: t('copied') }, t('copyFailed'))}>
              {t('copy')}
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={t('inviteTitle')} description={t('inviteText')} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          inviting.mutate()
        }}
      >
        <TextField
          {...EMAIL_INPUT}
          label={t('email')}
          hint={t(sendsMail ? 'emailHint' : 'emailHintNoMail')}
          className="rtl:text-right"
          error={inviting.error ? errorText(inviting.error) : null}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            inviting.reset()
          }}
        />
        <Select
          label={t('role')}
          value={role}
          options={ROLES.map((value) => ({ value, label: `${t(`roles.${value}`)}: ${t(`may.${value}`)}` }))}
          onChange={setRole}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" isPending={inviting.isPending}>
            {t('create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
