import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Delivery, Webhook } from '#core/programs/webhooks-contract.ts'
import { call } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { useNow } from '../../lib/use-now.ts'
import { invalidate, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Ellipsis, Plus } from '../../ui/icons.ts'
import { LoadFailed, NotLoaded } from '../../ui/load-failed.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Section } from './section.tsx'
import { OneTimeSecret } from './one-time-secret.tsx'
import { useRelativeDay } from './use-relative-day.ts'

const WebhookDialog = lazyDialog(() => import('./webhook-dialog.tsx'))

/** Interval for reading pending deliveries, for which the server sends no event. */
const POLL_MS = 3_000
const SHOWN_AT_FIRST = 5

export function Webhooks() {
  const t = useTranslations('developers')
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const query = useQuery({
    ...reading('GET /api/webhooks'),
    refetchInterval: ({ state }) => (state.data?.some(({ waiting }) => waiting > 0) ? POLL_MS : false),
  })
  const { data } = query
  return (
    <Section
      id="webhooks"
      title={t('webhooks.title')}
      action={
        <Button size="sm" onClick={() => setIsAdding(true)}>
          <Plus size={16} strokeWidth={1.75} />
          {t('webhooks.new')}
        </Button>
      }
    >
      {secret && (
        <OneTimeSecret key={secret} label={t('webhooks.secretValue')} text={secret} onDone={() => setSecret(null)}>
          {t('webhooks.secretReady')}
        </OneTimeSecret>
      )}
      <NotLoaded query={query} title={t('notLoaded')} skeleton="mt-3 h-14" />
      {data?.length === 0 && (
        <p className="mt-2 border-y border-line py-4 text-14 text-ink-soft">{t('webhooks.none')}</p>
      )}
      {data?.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} onSecret={setSecret} />
      ))}
      {data && data.length > 0 && <p className="mt-3 text-13 text-ink-soft">{t('webhooks.hint')}</p>}
      {isAdding && (
        <WebhookDialog
          onClose={() => setIsAdding(false)}
          onSaved={(made) => {
            setSecret(made ?? null)
            setIsAdding(false)
            void invalidate('/api/webhooks')
          }}
        />
      )}
    </Section>
  )
}

function WebhookCard({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const t = useTranslations('developers')
  const format = useFormatter()
  const toastError = useErrorToast()
  const when = useRelativeDay()
  const [openDialog, setOpenDialog] = useState<'edit' | 'secret' | 'remove' | null>(null)
  const { id, url, events, waiting, failingSince, restsSince, isOrphaned } = webhook
  const params = { id }
  const run = useMutation({
    mutationFn: async (what: 'secret' | 'test' | 'remove' | 'wake') => {
      if (what === 'secret') onSecret((await call('POST /api/webhooks/{id}/secret', { params })).secret)
      if (what === 'test') await call('POST /api/webhooks/{id}/test', { params })
      if (what === 'remove') await call('DELETE /api/webhooks/{id}', { params })
      if (what === 'wake') await call('PATCH /api/webhooks/{id}', { params, body: { rests: false } })
      return what
    },
    onSuccess: async (what) => {
      setOpenDialog(null)
      await invalidate('/api/webhooks')
      if (what === 'test') toast({ title: t('webhooks.tested') })
      if (what === 'remove') toast({ title: t('webhooks.removed') })
    },
    onError: (reason) => toastError(t('failed'), reason),
  })
  const isPaused = isOrphaned || restsSince !== null
  const state = isOrphaned
    ? t('webhooks.orphaned')
    : restsSince
      ? t('webhooks.resting', { when: when(restsSince) })
      : failingSince
        ? t('webhooks.downSince', { when: when(failingSince), count: waiting })
        : waiting > 0
          ? t('webhooks.waiting', { count: waiting })
          : null
  return (
    <article aria-label={url} className="mt-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-70">
          <p dir="ltr" className="font-mono text-13 wrap-anywhere rtl:text-right">
            {url}
          </p>
          <p className="text-13 text-ink-soft">{format.list(events.map((event) => t(`events.${event}`)))}</p>
          {state && (
            <p
              className={classNames(
                'text-13',
                isPaused || failingSince ? 'font-strong text-lily-ink' : 'text-ink-soft',
              )}
            >
              {state}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {isPaused ? (
            <Button size="sm" isPending={run.isPending} onClick={() => run.mutate('wake')}>
              {t('webhooks.wake')}
            </Button>
          ) : (
            <Button size="sm" aria-label={t('webhooks.test', { address: url })} onClick={() => run.mutate('test')}>
              {t('webhooks.testShort')}
            </Button>
          )}
          <Menu
            trigger={
              <IconButton label={t('moreOf', { name: url })} className="-me-2.5">
                <Ellipsis size={18} strokeWidth={1.75} />
              </IconButton>
            }
          >
            {({ MenuItem, MenuLine }) => (
              <>
                <MenuItem opensDialog onSelect={() => setOpenDialog('edit')}>
                  {t('webhooks.edit')}
                </MenuItem>
                <MenuItem opensDialog onSelect={() => setOpenDialog('secret')}>
                  {t('webhooks.secret')}
                </MenuItem>
                <MenuLine />
                <MenuItem opensDialog isDestructive onSelect={() => setOpenDialog('remove')}>
                  {t('webhooks.removeConfirm')}
                </MenuItem>
              </>
            )}
          </Menu>
        </div>
      </div>
      <Log webhook={webhook} />
      {openDialog === 'edit' && (
        <WebhookDialog
          webhook={webhook}
          onClose={() => setOpenDialog(null)}
          onSaved={() => {
            setOpenDialog(null)
            void invalidate('/api/webhooks')
          }}
        />
      )}
      {openDialog === 'secret' && (
        <Alert
          title={t('webhooks.secretTitle')}
          description={t('webhooks.secretText')}
          confirmLabel={t('webhooks.secretMake')}
          onConfirm={() => run.mutate('secret')}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'remove' && (
        <Alert
          title={t('webhooks.removeTitle')}
          description={t('webhooks.removeText')}
          confirmLabel={t('webhooks.removeConfirm')}
          isDestructive
          onConfirm={() => run.mutate('remove')}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </article>
  )
}

function Log({ webhook: { id, url, waiting, nextTryAt } }: { webhook: Webhook }) {
  const t = useTranslations('developers')
  const [showsAll, setShowsAll] = useState(false)
  const query = reading('GET /api/webhooks/{id}/deliveries', { params: { id } })
  const { data, error, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      waiting > 0 || state.data?.some((one) => one.state === 'waiting') ? POLL_MS : false,
  })
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mt-2 h-9" />
  const shown = showsAll ? data : data.slice(0, SHOWN_AT_FIRST)
  const first = data.findLast(({ state }) => state === 'waiting')
  return (
    <>
      {data.length === 0 && (
        <p className="mt-2 border-y border-line py-2 text-13 text-ink-soft">{t('webhooks.noLog')}</p>
      )}
      {data.length > 0 && (
        <ul aria-label={t('webhooks.log', { address: url })} className="mt-2 divide-y divide-line border-y border-line">
          {shown.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              webhookId={id}
              delivery={delivery}
              nextTryAt={delivery === first ? nextTryAt : null}
            />
          ))}
        </ul>
      )}
      {data.length > shown.length && (
        <Button variant="quiet" size="sm" className="-ms-3 mt-1" onClick={() => setShowsAll(true)}>
          {t('webhooks.showAll', { count: data.length })}
        </Button>
      )}
    </>
  )
}

type DeliveryRowProps = { webhookId: string; delivery: Delivery; nextTryAt: string | null }

function DeliveryRow({
  webhookId,
  delivery: { id, event, at, state, status, trouble, tookMs, tries, lastTriedAt },
  nextTryAt,
}: DeliveryRowProps) {
  const t = useTranslations('developers.webhooks')
  const failed = useTranslations('developers')
  const format = useFormatter()
  const when = useRelativeDay()
  const now = useNow()
  const toastError = useErrorToast()
  const resending = useMutation({
    mutationFn: () =>
      call('POST /api/webhooks/{id}/deliveries/{delivery}/resend', { params: { id: webhookId, delivery: id } }),
    onSuccess: async () => {
      await invalidate('/api/webhooks')
      toast({ title: t('resent') })
    },
    onError: (reason) => toastError(failed('failed'), reason),
  })
  const isDelivered = state === 'delivered'
  const detail =
    !isDelivered && nextTryAt
      ? t('again', { when: format.relativeTime(new Date(nextTryAt), now) })
      : !isDelivered
        ? ''
        : tries > 1
          ? t('tries', { number: tries })
          : tookMs === null
            ? ''
            : format.number(tookMs, { style: 'unit', unit: 'millisecond' })
  return (
    <li className="grid min-h-11 grid-cols-[auto_auto_1fr_auto] items-center gap-x-2 text-13 max-md:py-1.5 md:grid-cols-[6rem_1fr_8rem_8rem_6rem] md:gap-x-3">
      <bdi dir="ltr" className="col-span-3 min-w-0 font-mono break-all md:order-2 md:col-span-1 rtl:text-right">
        {event}
      </bdi>
      <span
        className={classNames(
          'row-start-2 font-strong md:order-1 md:row-start-auto',
          isDelivered ? 'text-pond' : lastTriedAt ? 'text-coral' : 'text-ink-soft',
        )}
      >
        {status === null ? t(lastTriedAt ? 'noAnswer' : 'queued') : <bdi dir="ltr">{status}</bdi>}
      </span>
      <span className="row-start-2 text-ink-soft md:order-3 md:row-start-auto">{when(at)}</span>
      <span className="row-start-2 text-ink-soft md:order-4 md:row-start-auto">
        {trouble && !nextTryAt ? t(`trouble.${trouble}`) : detail}
      </span>
      {(isDelivered || lastTriedAt) && (
        <Button
          variant="quiet"
          size="sm"
          className="-me-3 col-start-4 row-span-2 row-start-1 justify-self-end font-strong text-pond md:order-5 md:col-start-5 md:row-span-1"
          aria-label={t('resendNamed', { event, when: when(at) })}
          isPending={resending.isPending}
          onClick={() => resending.mutate()}
        >
          {t('resend')}
        </Button>
      )}
    </li>
  )
}
