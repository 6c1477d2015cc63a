import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import { Redirect, useLocation, useSearch } from 'wouter'
import { catalogueInLatinDigits, formatLocale, numeralsOf } from '#core/language.ts'
import { browserTimeZone } from '../lib/browser-time-zone.ts'
import { retranslate, switchLanguage, useLanguage } from '../lib/language.ts'
import { lazyModule } from '../lib/lazy-module.ts'
import { MESSAGE_FORMATS } from '../lib/message-formats.ts'
import { queryClient, userQuery } from '../lib/queries.ts'
import { safeNext, signInPath, useUser } from '../lib/session.ts'
import { useToast } from '../lib/toast.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { preloadable, pageAt, type Page } from './pages.ts'

const { start: startLayout, Screen: Layout } = preloadable(async () => {
  const layout = await import('./layout.tsx')
  const user = queryClient.getQueryData(userQuery.queryKey)
  if (user) await layout.startNotices(user).catch(() => {})
  return layout
})
export { startLayout }
const useToaster = lazyModule(() => import('../ui/toaster.tsx'))

declare global {
  /**
   * Tells boot.js that the page is ready. boot.js then repeats a form submission or a press that the user made earlier.
   */
  var onAwake: (() => void) | undefined
}

export function App() {
  const { language, messages } = useLanguage()
  const { user } = useUser()

  const preferred = user?.preferredLanguage
  useEffect(() => {
    if (preferred) void switchLanguage(preferred)
  }, [preferred])

  // Arabic users can choose Latin digits. All messages then use them, including the translated errors of the server.
  const numerals = numeralsOf(user)
  const isLatin = language === 'ar' && numerals === 'latn'
  const shown = useMemo(() => (isLatin ? catalogueInLatinDigits(messages) : messages), [isLatin, messages])
  useEffect(() => {
    if (isLatin) retranslate()
  }, [isLatin])

  return (
    <IntlProvider
      locale={formatLocale(language, numerals)}
      messages={shown}
      formats={MESSAGE_FORMATS}
      timeZone={user?.timeZone ?? browserTimeZone()}
    >
      <ErrorBoundary fallback={<Crashed />}>
        <CurrentPage />
      </ErrorBoundary>
      <ToastArea />
    </IntlProvider>
  )
}

function CurrentPage() {
  const [path] = useLocation()
  const page = pageAt(path)
  void page.start().catch(() => {})
  return (
    <Gate page={page}>
      <ErrorBoundary key={path} fallback={<Crashed />}>
        <Suspense fallback={<PageSpinner />}>
          <page.Screen />
          <Awake />
        </Suspense>
      </ErrorBoundary>
    </Gate>
  )
}

/** Reports that the page is interactive. It renders with the page, so its effect runs right after hydration. */
function Awake() {
  useEffect(() => globalThis.onAwake?.(), [])
  return null
}

function Gate({ page, children }: { page: Page; children: ReactNode }) {
  const [path] = useLocation()
  const search = useSearch()
  const { user, isLoading, error } = useUser()
  const t = useTranslations('app')

  if (page.access === 'link' || (page.access === 'anyone' && (isLoading || !user))) return children
  if (isLoading) return <PageSpinner />
  if (error && page.access === 'user') {
    return (
      <Notice
        expression="sleeping"
        title={t('unreachable.title')}
        text={t('errors.noAnswer')}
        action={{ label: t('unreachable.retry'), run: () => void queryClient.refetchQueries(userQuery) }}
      />
    )
  }
  if (page.access === 'guest') return user ? <Redirect to={safeNext(search)} replace /> : children
  if (!user) return <Redirect to={signInPath(search ? `${path}?${search}` : path)} replace />
  return (
    <Suspense fallback={<PageSpinner />}>
      <Layout user={user}>{children}</Layout>
    </Suspense>
  )
}

function PageSpinner() {
  const t = useTranslations('app')
  return (
    <div className="flex min-h-[60dvh] items-center justify-center text-pond">
      <Spinner label={t('loading')} />
    </div>
  )
}

function Crashed() {
  const t = useTranslations('app')
  return (
    <Notice
      expression="thinking"
      title={t('crashed.title')}
      text={t('crashed.text')}
      action={{ label: t('crashed.reload'), run: () => location.reload() }}
    />
  )
}

function ToastArea() {
  const t = useTranslations('app')
  const notice = useToast()
  const [isAlone, setIsAlone] = useState(false)
  const toaster = useToaster(notice !== null, () => setIsAlone(true))
  if (!notice) return null
  if (toaster) return <toaster.default label={t('notices')} closeLabel={t('close')} />
  return (
    isAlone && (
      <p role="alert" className="border-t border-line px-4 py-3 text-14">
        <strong className="font-strong">{notice.title}</strong> {notice.description}
      </p>
    )
  )
}
