import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { lazyModule, useLoadFailed } from '../../lib/lazy-module.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LedgerRow } from '../../ui/ledger.tsx'
import { usePasswordPrompt } from './use-password-prompt.tsx'

const useDialogs = lazyModule(() => import('./two-factor-dialogs.tsx'))
const STATE = reading('GET /api/two-factor')

type Opened =
  | { what: 'set-up'; secret: string; uri: string }
  | { what: 'codes'; codes: string[] }
  | { what: 'turn-off' }
  | null

export function TwoFactor() {
  const t = useTranslations('security.twoFactor')
  const toastError = useErrorToast()
  const { date } = useDates()
  const { data: state, error, refetch } = useQuery(STATE)
  const [opened, setOpened] = useState<Opened>(null)
  const [isPending, setIsPending] = useState(false)
  const { withPassword, passwordDialog } = usePasswordPrompt()
  const close = () => setOpened(null)
  const dialogs = useDialogs(opened !== null, useLoadFailed(close))

  async function run(action: () => Promise<void>) {
    setIsPending(true)
    try {
      await action()
    } catch (cause) {
      toastError(t('failed'), cause)
    }
    setIsPending(false)
    // Refetches the state, because another tab may have turned the second factor on or off.
    await queryClient.refetchQueries(STATE)
  }

  const turnOn = () =>
    run(async () => {
      const made = await withPassword(() => call('POST /api/two-factor'))
      if (made.isDone) setOpened({ what: 'set-up', ...made.answer })
    })
  const renewCodes = () =>
    run(async () => {
      const made = await withPassword(() => call('POST /api/two-factor/recovery-codes'))
      if (made.isDone) setOpened({ what: 'codes', codes: made.answer.recoveryCodes })
    })
  const turnOff = () =>
    run(async () => {
      close()
      const { isDone } = await withPassword(() => call('DELETE /api/two-factor'))
      if (isDone) toast({ title: t('turnedOff') })
    })
  function onConfirmed(codes: string[]) {
    setOpened({ what: 'codes', codes })
    void queryClient.refetchQueries(STATE)
  }

  if (error && !state)
    return (
      <div className="space-y-3 py-3">
        <p className="text-14 font-strong">{t('title')}</p>
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (!state) return <Skeleton className="h-20" />
  return (
    <>
      <LedgerRow
        title={t('title')}
        text={
          state.isOn && state.since
            ? t('on', { date: date(new Date(state.since)), left: state.recoveryCodesLeft })
            : t('off')
        }
        controls={state.isOn ? 'buttons' : 'brief'}
      >
        {state.isOn ? (
          <>
            <Button isPending={isPending} onClick={() => void renewCodes()}>
              {t('newCodes')}
            </Button>
            <Button variant="quiet" disabled={isPending} onClick={() => setOpened({ what: 'turn-off' })}>
              {t('turnOff')}
            </Button>
          </>
        ) : (
          <Button isPending={isPending} onClick={() => void turnOn()}>
            {t('turnOn')}
          </Button>
        )}
      </LedgerRow>
      {opened?.what === 'set-up' && dialogs && (
        <dialogs.SetUp secret={opened.secret} uri={opened.uri} onDone={onConfirmed} onClose={close} />
      )}
      {opened?.what === 'codes' && dialogs && <dialogs.RecoveryCodes codes={opened.codes} onClose={close} />}
      {opened?.what === 'turn-off' && (
        <Alert
          title={t('turnOffTitle')}
          description={t('turnOffText')}
          confirmLabel={t('turnOff')}
          isDestructive
          onConfirm={() => void turnOff()}
          onClose={close}
        />
      )}
      {passwordDialog}
    </>
  )
}
