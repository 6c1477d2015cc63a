import { Suspense, useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import type { User } from '#core/people/auth-contract.ts'
import type { Language } from '#core/language.ts'
import { WORKSPACE_ID } from '../lib/base-path.ts'
import { useConfirmNoticeHiddenFor } from '../lib/confirm-notice.ts'
import { followServer } from '../lib/events.ts'
import { useInstallOffer } from '../lib/install-offer.ts'
import { lazyModule } from '../lib/lazy-module.ts'
import { useHasNewVersion } from '../lib/new-version.ts'
import { useLivePosts } from '../lib/live-posts.ts'
import { useSeenAt } from '../lib/offline.ts'
import { withMessages, switchLanguage, useLanguage } from '../lib/language.ts'
import { queryClient, refetchLocalized, userQuery } from '../lib/queries.ts'
import { signedOut, useSessionExpired } from '../lib/session.ts'
import { applySettings } from '../lib/settings.ts'
import { setTheme } from '../lib/theme.ts'
import { toast } from '../lib/toast.ts'
import { Bell } from '../notifications/bell.tsx'
import { usePalette } from './palette.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { BottomBar, TopBar } from './bars.tsx'
import { setCacheOwner } from '../lib/cache-owner.ts'
import { ExpiredNotice } from './expired-notice.tsx'
import { useShortcutList } from './shortcut-list.tsx'
import { preloadable } from './pages.ts'
import { useLogOut } from './use-log-out.tsx'

const { start: startConfirmNotice, Screen: ConfirmNotice } = preloadable(() =>
  withMessages(['confirm'], () => import('./confirm-notice.tsx')),
)

const { start: startHoldNotice, Screen: HoldNotice } = preloadable(() =>
  withMessages(['confirm'], () => import('./hold-notice.tsx')),
)

const { Screen: AppNotices } = preloadable(() => withMessages(['install'], () => import('./app-notices.tsx')))

const { Screen: InstallCard } = preloadable(() => withMessages(['install'], () => import('./install-card.tsx')))

const { Screen: LinkedPost } = preloadable(() => withMessages(['posts'], () => import('../posts/linked-post.tsx')))

const usePull = lazyModule(async () =>
  matchMedia('(any-pointer: coarse)').matches ? await import('./pull-to-refresh.tsx') : undefined,
)

const useLiveLine = lazyModule(() => withMessages(['live', 'posts'], () => import('../posts/live-line.tsx')))

const useSwitcher = lazyModule(() => withMessages(['team'], () => import('../team/workspace-switcher.tsx')))

const useTooltips = lazyModule(() => import('../ui/tooltips.tsx'))

// Loads the service worker after the first interaction, but not in development.
if (import.meta.env.PROD && !WORKSPACE_ID)
  lazyModule(async () => (await import('../lib/start-worker.ts')).startWorker())

/** Loads the notices above the page together with the layout, so that the page does not move later. */
export const startNotices = ({ emailConfirmed, isPublishingHeld }: User): Promise<unknown> =>
  Promise.all([!emailConfirmed && startConfirmNotice(), isPublishingHeld && startHoldNotice()])

/**
 * Pages without the notice about an unconfirmed email address. The confirmation page itself asks the user, and the
 * composer must not distract from writing.
 */
const WITHOUT_CONFIRM_NOTICE = ['/confirm-email', '/create']

export default function Layout({ user, children }: { user: User; children: ReactNode }) {
  const t = useTranslations('app')
  const { language } = useLanguage()
  const [path, navigate] = useLocation()
  const openedPost = new URLSearchParams(useSearch()).get('post')
  const isExpired = useSessionExpired()
  const main = useFocusOnArrival()
  const { showKeys, keysDialog } = useShortcutList()

  const pull = usePull(false, () => {})
  const tooltips = useTooltips(false, () => {})
  const hasSwitcher = user.hasWorkspaces || WORKSPACE_ID !== undefined
  const switcher = useSwitcher(hasSwitcher, () => {})
  // Ignore a failed load of the line about published posts, because the notification list and the calendar show them
  // too.
  const liveLine = useLiveLine(useLivePosts().length > 0, () => {})
  const installOffer = useInstallOffer()
  const hiddenFor = useConfirmNoticeHiddenFor()
  const isNewer = useHasNewVersion()
  const isOffline = useSeenAt() !== null

  useEffect(() => {
    if (user.theme) setTheme(user.theme)
  }, [user.theme])
  useEffect(() => {
    if (!isExpired) setCacheOwner(user.id)
  }, [isExpired, user.id])
  // The session ended outside this page, such as in another tab. Hides the page, because another person may use this
  // browser. Typed text stays in storage.
  const endSession = useEffectEvent(() => {
    // The user signed out in this tab and needs no notice.
    if (!queryClient.getQueryData(userQuery.queryKey)) return
    signedOut()
    toast({ title: t('endedElsewhere'), description: t('endedElsewhereText') })
  })
  useEffect(() => (isExpired ? undefined : followServer(() => endSession())), [isExpired])

  async function chooseLanguage(preferredLanguage: Language) {
    const applied = applySettings({ preferredLanguage })
    await switchLanguage(preferredLanguage)
    await applied
    await refetchLocalized()
  }

  const { logOut, question } = useLogOut(user.id)

  const { showPalette, palette } = usePalette({
    onKeys: showKeys,
    onLanguage: (language) => void chooseLanguage(language),
    onLogOut: logOut,
  })

  return (
    <>
      <a
        href="#content"
        className="fixed start-4 top-3 z-70 -translate-y-24 rounded-control bg-pond px-4 py-2 font-strong text-on-pond focus:translate-y-0"
      >
        {t('skipToContent')}
      </a>
      <TopBar
        hasSwitcher={hasSwitcher}
        switcher={hasSwitcher && switcher && <switcher.WorkspaceSwitcher user={user} />}
      >
        {/* On a phone, hide the language switch while a toast covers it, because it would show through the toast. */}
        <div className="max-md:toasted:invisible">
          <LanguageSwitch label={t('language')} language={language} onChange={(next) => void chooseLanguage(next)} />
        </div>
        <Bell />
        <AvatarMenu user={user} onPalette={showPalette} onKeys={showKeys} onLogOut={logOut} />
      </TopBar>
      {liveLine && !isExpired && <liveLine.default />}
      {isExpired && <ExpiredNotice />}
      {(isNewer || isOffline) && (
        <Suspense>
          <AppNotices />
        </Suspense>
      )}
      {/* The administration pages ask administrators about held publishing themselves, so do not repeat it there. */}
      {!isExpired && user.isPublishingHeld && !(user.role === 'admin' && path.startsWith('/admin')) && (
        <Suspense>
          <HoldNotice role={user.role} />
        </Suspense>
      )}
      {!isExpired && !user.emailConfirmed && hiddenFor !== user.email && !WITHOUT_CONFIRM_NOTICE.includes(path) && (
        // The placeholder is as high as the notice, which may load later than the page.
        <Suspense fallback={<div className="h-11 border-b border-line bg-lily-wash" />}>
          <ConfirmNotice email={user.email} />
        </Suspense>
      )}
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className="[translate:var(--pulled,none)] pb-[calc(var(--bottom-nav)+env(safe-area-inset-bottom))] outline-none focus-visible:shadow-none lg:pb-0 low:pb-0"
      >
        {children}
      </main>
      <BottomBar />
      {installOffer && path !== '/create' && (
        <Suspense>
          <InstallCard offer={installOffer} />
        </Suspense>
      )}
      {pull && <pull.default />}
      {openedPost && !isExpired && (
        <Suspense>
          <LinkedPost key={openedPost} id={openedPost} onClose={() => navigate(path, { replace: true })} />
        </Suspense>
      )}
      {keysDialog}
      {palette}
      {question}
      {tooltips && <tooltips.Tooltips />}
    </>
  )
}

/** After navigation, moves the focus to the start of the new page, as a page load does. */
function useFocusOnArrival() {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}
