import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { connectsByForm, isPage, rulesOf } from '#core/platforms/platform.ts'
import { call } from '../lib/api.ts'
import { classNames } from '../lib/class-names.ts'
import { daysFromToday, useDates } from '../lib/dates.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { isolate, isolateName } from '../lib/isolate.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { invalidate, reading } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { toast } from '../lib/toast.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Alert } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Ellipsis, TriangleAlert } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { TONES } from '../ui/tones.ts'
import { allowedBy, permissionOf } from './account-state.ts'
import { ConnectLink, type OnForm } from './connect-link.tsx'
import { connectPath } from './connect-path.ts'

const HeadlineDialog = lazyDialog(() => import('./headline-dialog.tsx'))

type Change = 'activated' | 'deactivated' | 'default' | 'disconnected'

interface AccountRowProps {
  account: SocialAccount
  /** Whether this is the only connected account of its network, which needs no "default" mark. */
  isOnly: boolean
  canConnect: boolean
  atRisk: number
  marksSimulated: boolean
  now: Date
  onForm: OnForm
}

export function AccountRow({ account, isOnly, canConnect, atRisk, marksSimulated, now, onForm }: AccountRowProps) {
  const t = useTranslations('accounts')
  const locale = useLocale()
  const dates = useDates()
  const toastError = useErrorToast()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isNaming, setIsNaming] = useState(false)

  const name = account.displayName || `@${account.username}`
  const scheduled = useQuery({ ...reading('GET /api/posts/scheduled'), enabled: isConfirming }).data
  const waiting = scheduled?.filter(({ accountId }) => accountId === account.id).length
  const names = { name: isolate(name), platform: isolate(rulesOf(account.platform).name) }
  const permission = permissionOf(account, now)
  const allowed = allowedBy(account.scopes).map((one) => t(`permissions.${one}`))
  const details = [
    isPage(account.platform, account.scopes) && t('page'),
    account.displayName !== '' && account.username !== null && `@${account.username}`,
  ].filter((one) => typeof one === 'string')
  if (details.length === 0 && account.displayName !== '') details.push(t('person'))
  const connection = [
    t('since', { date: dates.date(new Date(account.connectedAt)) }),
    allowed.length > 0 && new Intl.ListFormat(locale, { type: 'unit', style: 'long' }).format(allowed),
  ].filter((one) => typeof one === 'string')

  const connect = (username: string | null) =>
    connectsByForm(account.platform)
      ? onForm(account.platform, username)
      : location.assign(connectPath(account.platform))
  const change = useMutation({
    mutationFn: (change: Change): Promise<unknown> => {
      const params = { id: account.id }
      if (change === 'disconnected') return call('DELETE /api/social-accounts/{id}', { params })
      const body = change === 'default' ? { isDefault: true as const } : { isActive: change === 'activated' }
      return call('PATCH /api/social-accounts/{id}', { params, body })
    },
    onSuccess: async (_, change) => {
      setIsConfirming(false)
      toast({ title: t(`changed.${change}`, names) })
      await invalidate('/api/social-accounts')
    },
    onError: (error) => toastError(t('changeFailed'), error),
  })

  const action = mainAction()
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 py-3 first:pt-0 last:pb-0 md:gap-x-4 md:grid-cols-[1fr_180px_auto] md:items-center md:py-3 lg:grid-cols-[1fr_160px_136px]">
      <div className="flex min-w-0 gap-3">
        <Avatar name={name} imageUrl={account.imageUrl} size={40} className="mt-0.5 max-md:size-8 max-md:text-[12px]" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="text-14 font-strong break-words">{name}</bdi>
            {!account.isActive && (
              <span className="rounded-[4px] bg-lily-wash px-1.5 text-13 font-strong text-lily-ink">
                {t('inactive')}
              </span>
            )}
            {account.isDefault && !isOnly && <span className="text-14 text-pond">{t('default')}</span>}
            {marksSimulated && account.simulated && (
              <span
                title={t('simulatedHint')}
                className="rounded-[4px] border border-line-strong px-1.5 text-13 text-ink-soft"
              >
                {t('simulated')}
              </span>
            )}
          </p>
          <p className="text-13 text-ink-soft">
            {details.map((detail, at) => (
              <span key={detail}>
                {at > 0 && ' · '}
                <bdi>{detail}</bdi>
              </span>
            ))}
          </p>
          {atRisk > 0 && (
            <p className={classNames('mt-1.5 inline-flex items-center gap-1.5 text-13 font-strong', TONES.look.text)}>
              <TriangleAlert size={15} strokeWidth={2} className="shrink-0" />
              {t('atRisk', { count: atRisk })}
            </p>
          )}
        </div>
      </div>
      <div className="col-start-1 text-13 text-ink-soft max-md:ps-11 md:col-start-auto">{end()}</div>
      {mayAs('owner') && (
        <div className="flex items-center justify-end gap-1 max-md:contents">
          {action && <div className="max-md:col-start-1 max-md:mt-2 max-md:ps-11">{action}</div>}
          <div className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
            <Menu
              trigger={
                <IconButton label={t('more', { name })}>
                  <Ellipsis size={20} strokeWidth={1.75} />
                </IconButton>
              }
            >
              {({ MenuItem, MenuLine }) => (
                <>
                  {/* On a phone, the menu covers the names of the accounts. */}
                  <p className="max-w-60 truncate px-3 pt-2 pb-1 text-13 text-ink-soft md:hidden">
                    <bdi>{name}</bdi>
                  </p>
                  {!account.isDefault && account.isActive && (
                    <MenuItem onSelect={() => change.mutate('default')}>{t('makeDefault')}</MenuItem>
                  )}
                  {account.isActive ? (
                    <MenuItem hint={t('deactivateHint')} onSelect={() => change.mutate('deactivated')}>
                      {t('deactivate')}
                    </MenuItem>
                  ) : (
                    <MenuItem onSelect={() => change.mutate('activated')}>{t('activate')}</MenuItem>
                  )}
                  {rulesOf(account.platform).showsHeadline && (
                    <MenuItem hint={account.headline ?? t('headline.hint')} onSelect={() => setIsNaming(true)}>
                      {t('headline.edit')}
                    </MenuItem>
                  )}
                  {canConnect && (
                    <>
                      <MenuItem hint={connection.join(' · ')} onSelect={() => connect(account.username)}>
                        {t('reconnect')}
                      </MenuItem>
                      <MenuItem onSelect={() => connect(null)}>{t('connectAnother')}</MenuItem>
                    </>
                  )}
                  <MenuLine />
                  <MenuItem isDestructive hint={t('disconnectHint')} onSelect={() => setIsConfirming(true)}>
                    {t('disconnect')}
                  </MenuItem>
                </>
              )}
            </Menu>
          </div>
        </div>
      )}
      {isNaming && <HeadlineDialog account={account} onClose={() => setIsNaming(false)} />}
      {isConfirming && (
        <Alert
          title={
            <span className="flex gap-2.5">
              <PlatformBadge platform={account.platform} size={24} className="mt-px" />
              <span className="min-w-0">{t('disconnectTitle', { ...names, name: isolateName(name) })}</span>
            </span>
          }
          description={
            <>
              {t('disconnectText')}
              {waiting !== undefined && (
                <span className="mt-1 block font-strong text-ink">{t('disconnectWaiting', { count: waiting })}</span>
              )}
            </>
          }
          confirmLabel={t('disconnect')}
          isDestructive
          isPending={change.isPending}
          onConfirm={() => change.mutate('disconnected')}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </li>
  )

  function end() {
    if (account.needsReconnect)
      return <p className={classNames('font-strong', TONES.act.text)}>{t('noLongerAccepted', names)}</p>
    if (account.renewsItself) return <p>{t('renewsItself')}</p>
    if (account.expiresAt === null) return null
    const end = new Date(account.expiresAt)
    if (permission === 'ended')
      return <p className={classNames('font-strong', TONES.act.text)}>{t('endedOn', { date: dates.day(end) })}</p>
    if (permission === 'ending-soon') {
      return (
        <p className={classNames('font-strong', TONES.look.text)}>
          {t('endsIn', { days: daysFromToday(end, dates.timeZone) })}
        </p>
      )
    }
    return <p>{t('until', { date: dates.date(end) })}</p>
  }

  function mainAction() {
    if (permission !== 'lasting' && canConnect) {
      return (
        <ConnectLink
          platform={account.platform}
          username={account.username}
          onForm={onForm}
          aria-label={t('reconnectName', { name })}
          className={buttonClass({ variant: permission === 'ended' ? 'primary' : 'outline', size: 'sm' })}
        >
          {t('reconnect')}
        </ConnectLink>
      )
    }
    if (account.isActive) return null
    return (
      <Button size="sm" isPending={change.isPending} onClick={() => change.mutate('activated')}>
        {t('activate')}
      </Button>
    )
  }
}
