import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Passkey } from '#core/people/passkeys-contract.ts'
import { call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { KeyRound } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { LedgerRow } from '../../ui/ledger.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePasswordPrompt } from './use-password-prompt.tsx'
import { createPasskey, usePasskeySupport } from '../auth/use-passkey.ts'

const STATE = reading('GET /api/passkeys')

export function Passkeys() {
  const t = useTranslations('security.passkeys')
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(STATE)
  const [isAdding, setIsAdding] = useState(false)
  const [toRemove, setToRemove] = useState<Passkey | null>(null)
  const { withPassword, passwordDialog } = usePasswordPrompt()
  const isKnown = usePasskeySupport()

  const showError = (cause: unknown) =>
    // For an error of the device, show Frogy's own text. The browser's message is technical and in the browser's
    // language.
    toast({
      title: t('failed'),
      description: isDeviceError(cause) ? t('deviceFailed') : errorText(cause),
      isDestructive: true,
    })

  async function add() {
    setIsAdding(true)
    try {
      const options = await withPassword(() => call('POST /api/passkeys/options'))
      const response = options.isDone && (await createPasskey(options.answer))
      if (response) {
        await call('POST /api/passkeys', { body: { response } })
        toast({ title: t('added') })
      } else if (options.isDone) toast({ title: t('notAdded') })
    } catch (cause) {
      showError(cause)
    }
    setIsAdding(false)
    await queryClient.refetchQueries(STATE)
  }

  async function remove({ id }: Passkey) {
    setToRemove(null)
    try {
      await withPassword(() => call('DELETE /api/passkeys/{id}', { params: { id } }))
    } catch (cause) {
      showError(cause)
    }
    await queryClient.refetchQueries(STATE)
  }

  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-20" />
  const canAdd = isKnown && data.isAvailable
  return (
    <>
      <LedgerRow title={t('title')} text={canAdd ? t('text') : t('unavailable')}>
        {canAdd && (
          <Button isPending={isAdding} onClick={() => void add()}>
            {t('add')}
          </Button>
        )}
      </LedgerRow>
      {data.passkeys.length > 0 && (
        <ul aria-label={t('title')}>
          {data.passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} onRemove={() => setToRemove(passkey)} />
          ))}
        </ul>
      )}
      {toRemove && (
        <Alert
          title={t('removeTitle')}
          description={t('removeText')}
          confirmLabel={t('remove')}
          isDestructive
          onConfirm={() => void remove(toRemove)}
          onClose={() => setToRemove(null)}
        />
      )}
      {passwordDialog}
    </>
  )
}

function PasskeyLine({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useTranslations('security.passkeys')
  const { date } = useDates()
  const { isSynced, createdAt, lastUsedAt } = passkey
  const used = lastUsedAt ? t('used', { date: date(new Date(lastUsedAt)) }) : t('neverUsed')
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5">
      <KeyRound size={20} strokeWidth={1.75} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-strong">{isSynced ? t('synced') : t('onDevice')}</p>
        <p className="text-13 text-ink-soft">
          {t('made', { date: date(new Date(createdAt)) })} · {used}
        </p>
      </div>
      <Button variant="quiet" size="sm" onClick={onRemove}>
        {t('remove')}
      </Button>
    </li>
  )
}

const isDeviceError = (cause: unknown): boolean =>
  cause instanceof DOMException || (cause instanceof Error && cause.name !== 'ApiError')
