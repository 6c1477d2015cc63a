import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EMAIL_INPUT } from '../account/auth/form-parts.tsx'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { MadeLink } from './made-link.tsx'

interface InviteDialogProps {
  text: string
  sendsMail: boolean
  onInvite: (email: string | null) => Promise<{ invitation: { email: string | null }; link: string; isMailed: boolean }>
  /** Further fields of the form. */
  children?: ReactNode
  onClose: () => void
}

/** Creates an invitation to the installation or to a workspace, and then shows its link. */
export function InviteDialog({ text, sendsMail, onInvite, children, onClose }: InviteDialogProps) {
  const t = useTranslations('sharing')
  const errorText = useErrorText()
  const [email, setEmail] = useState('')
  const inviting = useMutation({ mutationFn: () => onInvite(email.trim() || null) })
  const made = inviting.data
  if (made) {
    const address = isolate(made.invitation.email ?? '')
    const next = made.isMailed ? t('invite.mailed', { email: address }) : t('invite.copyText')
    return <MadeLink title={t('invite.made')} text={next} label={t('invite.link')} link={made.link} onClose={onClose} />
  }
  return (
    <Dialog title={t('invite.title')} description={text} onClose={onClose}>
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
          label={t('invite.email')}
          hint={t(sendsMail ? 'invite.emailHint' : 'invite.emailHintNoMail')}
          className="rtl:text-right"
          error={inviting.error ? errorText(inviting.error) : null}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            inviting.reset()
          }}
        />
        {children}
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" isPending={inviting.isPending}>
            {t('create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
