import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Webhook, WebhookEvent } from '#core/programs/webhooks-contract.ts'
import { ApiError, call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { CheckList } from './check-list.tsx'

// Repeats the API contract's list of events, because importing it would load zod in the browser.
const EVENTS = [
  'post.published',
  'post.failed',
  'post.missed',
  'post.unconfirmed',
  'account.lost',
] as const satisfies WebhookEvent[]

interface WebhookDialogProps {
  webhook?: Webhook
  onClose: () => void
  /** @param secret the signing secret, which only a new webhook returns */
  onSaved: (secret?: string) => void
}

export default function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const t = useTranslations('developers')
  const errorText = useErrorText()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? [...EVENTS])
  const saving = useMutation({
    mutationFn: async () => {
      if (!webhook) return (await call('POST /api/webhooks', { body: { url, events } })).secret
      const change = { events, ...(url !== webhook.url && { url }) }
      await call('PATCH /api/webhooks/{id}', { params: { id: webhook.id }, body: change })
      return undefined
    },
    onSuccess: onSaved,
    onError: (reason) => {
      if (!isAboutUrl(reason)) toast({ title: t('failed'), description: errorText(reason), isDestructive: true })
    },
  })
  return (
    <Dialog
      title={t(webhook ? 'webhook.editTitle' : 'webhook.newTitle')}
      description={t('webhook.text')}
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <TextField
          type="url"
          dir="ltr"
          label={t('webhook.url')}
          hint={t('webhook.urlHint')}
          error={isAboutUrl(saving.error) ? errorText(saving.error) : null}
          value={url}
          maxLength={1_000}
          placeholder="https://"
          onChange={({ target }) => {
            setUrl(target.value)
            saving.reset()
          }}
        />
        <CheckList
          label={t('webhook.events')}
          chosen={events}
          onChange={setEvents}
          options={EVENTS.map((event) => ({
            value: event,
            label: t(`events.${event}`),
            hint: (
              <bdi dir="ltr" className="font-mono">
                {event}
              </bdi>
            ),
          }))}
        />
        <DialogActions onCancel={onClose}>
          <Button
            type="submit"
            variant="primary"
            disabled={url.trim() === '' || events.length === 0}
            isPending={saving.isPending}
          >
            {t(webhook ? 'webhook.save' : 'webhook.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const isAboutUrl = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'url_invalid' || error.code === 'url_forbidden')
