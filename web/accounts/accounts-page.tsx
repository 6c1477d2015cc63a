import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { riskOf } from '#core/accounts/risk.ts'
import { connectsByForm, isPlatform, PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'
import { lazyDialog } from '../lib/lazy-dialog.tsx'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { DRAFTS_PATH, hasSavedDrafts } from '../lib/saved-drafts.ts'
import { useUser } from '../lib/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { ChartColumn, Plus, Send, X } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Menu } from '../ui/menu.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TONES } from '../ui/tones.ts'
import { connectedPlatforms, healthOf, permissionOf, type PlatformHealth } from './account-state.ts'
import { startFacebook, useFacebookStatus } from './facebook-status.ts'
import type { OnForm } from './connect-link.tsx'
import { connectPath } from './connect-path.ts'
import { ChooseAccounts } from './choose-accounts.tsx'
import { PlatformRow } from './platform-row.tsx'
import { ConnectionErrorPanel } from './connection-error-panel.tsx'
import { useConnectionReturn } from './use-connection-return.ts'
import { useNow } from '../lib/use-now.ts'

const ConnectFormDialog = lazyDialog(() => import('./connect-form-dialog.tsx'), ['forms'])

/** The network whose form is open, and the username of the account to reconnect. */
type OpenForm = { platform: Platform; username: string | null }

const BAR: Record<PlatformHealth, string> = { connected: TONES.live.dot, broken: TONES.act.dot, absent: 'bg-line' }

export default function AccountsPage() {
  const t = useTranslations('accounts')
  const { user } = useUser()
  const accounts = useQuery(reading('GET /api/social-accounts'))
  const platforms = useQuery(reading('GET /api/platforms'))
  usePageTitle(t('title'))
  const facebook = platforms.data?.find(({ platform }) => platform === 'facebook')
  const isFacebookReal = facebook !== undefined && facebook.available && !facebook.simulated
  useEffect(() => {
    if (isFacebookReal) void startFacebook()
  }, [isFacebookReal])
  const facebookStatus = useFacebookStatus()
  const { addedAccounts, onChosen, trouble, onErrorClosed, isLeaving } = useConnectionReturn(accounts.data)
  const newAccounts = accounts.data?.filter(({ id }) => addedAccounts?.ids.includes(id)) ?? []

  const [form, setForm] = useState<OpenForm | null>(formInAddress)
  useEffect(() => {
    if (formInAddress()) history.replaceState(history.state, '', location.pathname)
  }, [])
  const onForm = (platform: Platform, username: string | null) => setForm({ platform, username })

  const now = useNow()
  const atRiskPosts = accounts.data?.some((one) => !one.isActive || permissionOf(one, now) !== 'lasting') ?? false
  const coming = useQuery({ ...reading('GET /api/posts/scheduled'), enabled: atRiskPosts })
  const atRisk = Map.groupBy(
    (coming.data ?? []).filter((post) => riskOf(post, accounts.data ?? []) !== null),
    ({ accountId }) => accountId,
  )
  const health = Object.values(healthOf(accounts.data ?? [], now))
  const connectedCount = connectedPlatforms(accounts.data ?? [], now).length
  const offCount = (accounts.data ?? []).filter(({ isActive }) => !isActive).length
  const isOff = (platform: Platform | undefined) =>
    accounts.data?.some((one) => one.platform === platform && one.isDefault && !one.isActive)
  const isAnySimulated = platforms.data?.some(({ simulated }) => simulated) ?? false
  const isEachSimulated = platforms.data?.every(({ simulated }) => simulated) ?? false
  const brokenCount = health.filter((state) => state === 'broken').length

  if (isLeaving && !accounts.error) return <div data-leaving="" />
  return (
    <div className="column grid gap-x-14 gap-y-6 py-6 lg:grid-cols-[240px_1fr] lg:py-9">
      <div>
        <h1 className="title text-28">{t('title')}</h1>
        {accounts.data && platforms.data && (
          <>
            <div aria-hidden="true" className="mt-3.5 flex gap-1.5">
              {health.map((state, at) => (
                <span
                  key={PLATFORMS[at]}
                  className={classNames('h-1.5 flex-1 rounded-pill', isOff(PLATFORMS[at]) ? 'bg-lily' : BAR[state])}
                />
              ))}
            </div>
            <p className="mt-4 text-14 font-strong">
              {t('connectedCount', { count: connectedCount, total: PLATFORMS.length })}
            </p>
            <p className={classNames('text-13', brokenCount > 0 ? 'font-strong text-coral' : 'text-ink-soft')}>
              {accounts.data.length === 0
                ? t('none')
                : t('needReconnecting', { count: brokenCount, total: accounts.data.length })}
            </p>
            {offCount > 0 && <p className="text-13 font-strong text-lily-ink">{t('turnedOff', { count: offCount })}</p>}
          </>
        )}
        {accounts.isPending && <Skeleton className="mt-3.5 h-16" />}
        {user && mayAs('writer') && hasSavedDrafts(user.id) && (
          <div className="mt-5 border-s-2 border-pond ps-4">
            <p className="text-14">{t('draftsWait')}</p>
            <Link href={DRAFTS_PATH} className={buttonClass({ size: 'sm' }, 'mt-2')}>
              {t('toDrafts')}
            </Link>
          </div>
        )}
        <div className="hidden lg:block">
          <Promises />
        </div>
      </div>

      <div className="min-w-0">
        {coming.error && !coming.data && (
          <div className="mb-3 *:border-t-0 *:pt-0">
            <LoadFailed error={coming.error} onRetry={() => void coming.refetch()}>
              <p className="font-strong">{t('comingNotLoaded')}</p>
            </LoadFailed>
          </div>
        )}
        {!mayAs('owner') && <p className="mb-3 text-14 text-ink-soft">{t('ownersOnly')}</p>}
        {accounts.data && isAnySimulated && (
          <p className="mb-3 text-14 text-ink-soft">{t(isEachSimulated ? 'allSimulated' : 'simulatedHint')}</p>
        )}
        {accounts.error || platforms.error ? (
          <>
            <LoadFailed
              error={accounts.error ?? platforms.error}
              onRetry={() => void Promise.all([accounts.refetch(), platforms.refetch()])}
            >
              <p>
                <strong className="font-strong">{t('notLoaded')}</strong> <span>{t('notLoadedText')}</span>
              </p>
            </LoadFailed>
            <ul className="mt-4">
              {PLATFORMS.map((platform) => (
                <li
                  key={platform}
                  className="flex h-15 items-center gap-2.5 border-b border-line text-14 text-ink-soft"
                >
                  <PlatformBadge platform={platform} size={28} isMuted />
                  {rulesOf(platform).name}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <ul className="border-t border-line">
            {PLATFORMS.map((platform) =>
              accounts.data && platforms.data ? (
                <PlatformRow
                  key={platform}
                  platform={platform}
                  accounts={accounts.data.filter((account) => account.platform === platform)}
                  state={platforms.data.find((one) => one.platform === platform)}
                  atRisk={(id) => atRisk.get(id)?.length ?? 0}
                  marksSimulated={!isEachSimulated}
                  now={now}
                  onForm={onForm}
                >
                  {platform === 'facebook' && facebookStatus !== 'unknown' && (
                    <p className="mt-2 text-13 text-ink-soft max-md:col-span-2 md:col-start-2">
                      {t(`facebook.${facebookStatus}`)}
                    </p>
                  )}
                  {trouble?.platform === platform && (
                    <ConnectionErrorPanel
                      trouble={trouble}
                      isAdmin={user?.role === 'admin'}
                      onForm={onForm}
                      onClose={onErrorClosed}
                    />
                  )}
                </PlatformRow>
              ) : (
                <li key={platform} className="flex h-17 items-center gap-3 border-b border-line">
                  <Skeleton className="size-7" />
                  <Skeleton className="h-4 w-24" />
                  <Skeleton className="ms-12 h-4 w-44" />
                </li>
              ),
            )}
          </ul>
        )}
        {accounts.data && mayAs('owner') && (
          <ConnectAnother
            platforms={PLATFORMS.filter(
              (platform) =>
                accounts.data?.some((account) => account.platform === platform) &&
                platforms.data?.some((state) => state.platform === platform && state.available),
            )}
            onForm={onForm}
          />
        )}
        {user?.role === 'admin' && (
          <Link
            href="/admin/networks"
            className="mt-3 flex w-fit min-h-11 items-center text-14 font-strong text-pond hover:underline lg:min-h-8"
          >
            {t('setup.title')}
          </Link>
        )}
      </div>
      <div className="max-lg:-mt-6 lg:hidden">
        <Promises />
      </div>
      {addedAccounts && newAccounts.length > 0 && (
        <ChooseAccounts platform={addedAccounts.platform} accounts={newAccounts} onClose={onChosen} />
      )}
      {form && platforms.data && (
        <ConnectFormDialog
          {...form}
          isSimulated={platforms.data.some((one) => one.platform === form.platform && one.simulated)}
          onClose={() => setForm(null)}
        />
      )}
    </div>
  )
}

/** Networks without an account have their own button, so the menu lists only the others. */
function ConnectAnother({ platforms, onForm }: { platforms: readonly Platform[]; onForm: OnForm }) {
  const t = useTranslations('accounts')
  if (platforms.length === 0) return null
  const connect = (platform: Platform) =>
    connectsByForm(platform) ? onForm(platform, null) : location.assign(connectPath(platform))
  return (
    <div className="mt-3">
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('connectAnother')}
            className="-ms-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-14 font-strong text-pond hover:bg-sunk lg:min-h-9"
          >
            <Plus size={16} strokeWidth={1.75} />
            {t('connectAnother')}
          </button>
        }
      >
        {({ MenuItem }) =>
          platforms.map((platform) => (
            <MenuItem key={platform} onSelect={() => connect(platform)}>
              <PlatformBadge platform={platform} />
              {rulesOf(platform).name}
            </MenuItem>
          ))
        }
      </Menu>
    </div>
  )
}

/** Links on other pages open a network's form by the address `/social-accounts?connect=…`. */
function formInAddress(): OpenForm | null {
  const platform = new URLSearchParams(location.search).get('connect')
  return isPlatform(platform) && connectsByForm(platform) && mayAs('owner') ? { platform, username: null } : null
}

function Promises() {
  const t = useTranslations('accounts')
  return (
    <div className="mt-6 pt-5 lg:border-t lg:border-line">
      <h2 className="text-14 font-strong">{t('withPermission')}</h2>
      <ul className="mt-1.5 space-y-1.5 text-14 text-ink-soft">
        <li className="flex items-center gap-2">
          <Send size={16} strokeWidth={1.75} className="points shrink-0" />
          {t('postsApproved')}
        </li>
        <li className="flex items-center gap-2">
          <ChartColumn size={16} strokeWidth={1.75} className="shrink-0" />
          {t('readsResults')}
        </li>
      </ul>
      <h2 className="mt-5 text-14 font-strong">{t('never')}</h2>
      <ul className="mt-1.5 space-y-1.5 text-14 text-ink-soft">
        {(['readsMessages', 'seesPassword', 'followsForYou'] as const).map((key) => (
          <li key={key} className="flex items-center gap-2">
            <X size={16} strokeWidth={1.75} className="shrink-0" />
            {t(key)}
          </li>
        ))}
      </ul>
    </div>
  )
}
