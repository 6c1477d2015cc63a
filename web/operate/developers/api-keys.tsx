import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#core/programs/keys-contract.ts'
import { call } from '../../lib/api.ts'
import { WORKSPACE_ID } from '../../lib/base-path.ts'
import { daysFromToday, useDates } from '../../lib/dates.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { invalidate, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { Plus } from '../../ui/icons.ts'
import { NotLoaded } from '../../ui/load-failed.tsx'
import { Section } from './section.tsx'
import { OneTimeSecret } from './one-time-secret.tsx'
import { useRelativeDay } from './use-relative-day.ts'

const NewKeyDialog = lazyDialog(() => import('./new-key-dialog.tsx'))

const UNUSED_AFTER_DAYS = 60

const bold = (name: string) => () => (
  <strong className="font-strong">
    <bdi>{name}</bdi>
  </strong>
)

export function ApiKeys() {
  const t = useTranslations('developers')
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  const query = useQuery(reading('GET /api/keys'))
  const keys = query.data
  return (
    <Section
      id="api-keys"
      title={t('keys.title')}
      action={
        <Button size="sm" onClick={() => setIsMaking(true)}>
          <Plus size={16} strokeWidth={1.75} />
          {t('keys.new')}
        </Button>
      }
    >
      {made && (
        <OneTimeSecret key={made.token} label={t('keys.value')} text={made.token} onDone={() => setMade(null)}>
          {t.rich('keys.ready', { name: bold(made.name) })}
        </OneTimeSecret>
      )}
      <NotLoaded query={query} title={t('notLoaded')} skeleton="mt-3 h-14" />
      {keys?.length === 0 && <p className="mt-2 border-y border-line py-4 text-14 text-ink-soft">{t('keys.none')}</p>}
      {keys && keys.length > 0 && (
        <ul className="divide-y divide-line border-b border-line">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      {isMaking && (
        <NewKeyDialog
          onClose={() => setIsMaking(false)}
          onMade={({ key, token }) => {
            setMade({ name: key.name, token })
            setIsMaking(false)
            void invalidate('/api/keys')
          }}
        />
      )}
    </Section>
  )
}

function KeyRow({
  apiKey: { id, name, scopes, createdAt, lastUsedAt, endsAt, isConnection, createdBy, workspace },
}: {
  apiKey: ApiKey
}) {
  const t = useTranslations('developers')
  const toastError = useErrorToast()
  const dates = useDates()
  const when = useRelativeDay()
  const [isConfirming, setIsConfirming] = useState(false)
  const revoking = useMutation({
    mutationFn: () => call('DELETE /api/keys/{id}', { params: { id } }),
    onSuccess: async () => {
      setIsConfirming(false)
      await invalidate('/api/keys')
      toast({ title: t('keys.revoked') })
    },
    onError: (reason) => toastError(t('failed'), reason),
  })
  const unusedDays = -daysFromToday(new Date(lastUsedAt ?? createdAt), dates.timeZone)
  const isForgotten = unusedDays >= UNUSED_AFTER_DAYS
  const use = isForgotten
    ? t('keys.unused', { days: unusedDays })
    : lastUsedAt === null
      ? t('keys.neverUsed', { when: when(createdAt) })
      : t('keys.used', { when: when(lastUsedAt) })
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3 md:grid-cols-[1fr_minmax(0,200px)_auto]">
      <div className="min-w-0">
        <p className="text-14 font-strong wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-13 text-ink-soft">
          {use}
          {WORKSPACE_ID !== undefined && createdBy !== null && ` · ${t('keys.by', { name: isolate(createdBy) })}`}
          {WORKSPACE_ID === undefined && workspace !== null && ` · ${t('keys.in', { name: isolate(workspace) })}`}
          {isConnection && ` · ${t('keys.connection')}`} ·{' '}
          {endsAt === null ? t('keys.endless') : t('keys.ends', { date: dates.date(new Date(endsAt)) })}
        </p>
      </div>
      <ul
        dir="ltr"
        className="flex flex-wrap gap-x-2.5 font-mono text-13 text-ink-soft max-md:order-last max-md:col-span-2 rtl:justify-end md:rtl:justify-start"
      >
        {scopes.map((scope) => (
          <li key={scope}>{scope}</li>
        ))}
      </ul>
      <Button size="sm" aria-label={t('keys.revokeNamed', { name })} onClick={() => setIsConfirming(true)}>
        {t('keys.revoke')}
      </Button>
      {isConfirming && (
        <Alert
          title={t('keys.revokeTitle')}
          description={t('keys.revokeText', { name })}
          confirmLabel={t('keys.revoke')}
          isDestructive
          onConfirm={() => revoking.mutate()}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </li>
  )
}
