import { useState, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { limitsFor } from '#core/platforms/limits.ts'
import { findPlaceholders } from '#core/platforms/placeholders.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { GUEST_PLATFORMS } from '#core/writing/guest-platforms.ts'
import { addressAt } from '../../lib/base-path.ts'
import { useMessageText } from '../../lib/error-message.ts'
import { saveGuestDrafts, type GuestDrafts } from '../../lib/guest-drafts.ts'
import { useLanguage, withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { GuestHeader } from '../../ui/guest-frame.tsx'
import { CalendarPlus } from '../../ui/icons.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GuestField } from '../guest-field.tsx'
import { GuestCard } from './guest-card.tsx'
import { useGuestDrafts, type Failure } from './use-guest-drafts.ts'

/** Sign-up leads to the composer, which takes over the visitor's drafts. */
const signUpPath = (next = '/create') => `/auth?mode=sign-up&next=${encodeURIComponent(next)}`

const useModelNote = lazyModule(() => withMessages(['composer'], () => import('../../writing/sources/model-note.tsx')))

export default function TryPage() {
  const t = useTranslations('try')
  const app = useTranslations('app')
  const posts = useTranslations('posts')
  const { language } = useLanguage()
  const [, navigate] = useLocation()
  const guest = useGuestDrafts(language)
  const { drafts, about, isWriting, failure } = guest
  const [isChanging, setIsChanging] = useState(false)
  const note = useModelNote(Boolean(drafts?.source), () => {})
  usePageTitle(t('title'))

  const isEmpty = !isWriting && drafts === null
  const isAsking = !isWriting && (isChanging || failure !== null || drafts === null)

  const shown = GUEST_PLATFORMS.flatMap(
    (platform) => drafts?.items.find((item) => item.platform === platform && item.language === drafts.language) ?? [],
  )
  /** The draft whose outline asks the visitor, once for all drafts. */
  const asked = shown.find(({ content }) => findPlaceholders(content).length > 0)

  function signUp(wanted: GuestDrafts, next?: string) {
    saveGuestDrafts({ ...wanted, isWanted: true })
    navigate(signUpPath(next))
  }

  return (
    <div className="flex min-h-dvh flex-col">
      <GuestHeader>
        <a href={addressAt('/auth')} className={buttonClass({}, 'px-3 sm:px-4')}>
          {app('expired.signIn')}
        </a>
      </GuestHeader>
      <main className="column flex-1 pt-6 pb-8">
        {isEmpty ? (
          <h1 className="mb-6 text-40 title lg:text-56">{t('headline')}</h1>
        ) : (
          <h1 className="sr-only">{t('title')}</h1>
        )}
        {isAsking && (
          <div className="mb-8">
            <GuestField
              live={{
                value: about,
                error: failure && <Failed failure={failure} />,
                isLimit: failure?.isLimit ?? false,
                onType: guest.setAbout,
                onSubmit: (text) => void guest.write(text).then((isWritten) => isWritten && setIsChanging(false)),
              }}
            />
          </div>
        )}
        {isWriting && <output className="sr-only">{t('writing')}</output>}
        {(isWriting || isEmpty) && <Placeholders isWriting={isWriting} />}
        {drafts && !isWriting && (
          <>
            <Head drafts={drafts} onChange={isAsking ? undefined : () => setIsChanging(true)}>
              <Segmented
                label={t('language')}
                isLabelHidden
                value={drafts.language}
                options={(['english', 'arabic'] as const).map((value) => ({ value, label: t(`languages.${value}`) }))}
                onChange={(next) => guest.keep({ ...drafts, language: next })}
              />
            </Head>
            {note && drafts.source && <note.ModelNote source={drafts.source} />}
            <div className="grid items-start gap-x-6 gap-y-8 lg:grid-cols-2">
              {shown.map((item, at) => (
                <GuestCard
                  key={`${item.platform} ${drafts.language} ${drafts.writtenAt}`}
                  draftKey={`guest ${item.platform} ${drafts.language} ${drafts.writtenAt}`}
                  item={item}
                  topic={drafts.topic}
                  source={drafts.source}
                  hasFrog={at === 1 && failure === null}
                  isFilledThere={item !== asked}
                  onChange={(change) => guest.change(item, change)}
                  onAnswer={(content) => guest.answer(item, content)}
                />
              ))}
            </div>
          </>
        )}
      </main>
      {drafts && !isWriting && (
        <footer className="sticky bottom-0 z-20 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] low:static">
          <div className="column flex flex-wrap items-center justify-end gap-x-4 gap-y-2 py-3 text-13 text-ink-soft lg:text-14">
            <p className="me-auto max-lg:hidden">{t('kept')}</p>
            <p className="max-lg:order-last max-lg:basis-full max-lg:text-center">{t('next')}</p>
            <div className="flex gap-2 max-lg:basis-full">
              <Button className="max-lg:flex-1" onClick={() => signUp(drafts, schedulingPath(drafts))}>
                <CalendarPlus size={18} strokeWidth={1.75} />
                {posts('schedulePost')}
              </Button>
              <Button variant="primary" className="max-lg:flex-1" onClick={() => signUp(drafts)}>
                {posts('postNow')}
              </Button>
            </div>
          </div>
        </footer>
      )}
    </div>
  )
}

/** The path on which the composer schedules the visible drafts. Undefined if a network would refuse one of them. */
function schedulingPath({ items, language }: GuestDrafts): string | undefined {
  const shown = items.filter((item) => item.language === language)
  const isReady = shown.every(
    ({ platform, content, hashtags }) =>
      findPlaceholders(content).length === 0 &&
      countFor(platform, publishedText({ content, hashtags })) <= limitsFor({ platform }).textLimit,
  )
  // The composer gives its first draft for a network and language an id such as `linkedin-english`.
  return isReady ? `/create#schedule=${shown.map(({ platform }) => `${platform}-${language}`).join()}` : undefined
}

function Failed({ failure: { isLimit, said } }: { failure: Failure }) {
  const t = useTranslations('try')
  const messageText = useMessageText()
  if (!isLimit) return messageText(said)
  return (
    <>
      {t('limit')}{' '}
      <a href={addressAt(signUpPath())} className="font-strong text-pond underline underline-offset-4">
        {t('signUp')}
      </a>
    </>
  )
}

interface HeadProps {
  drafts: GuestDrafts
  /** Undefined while the page already asks for another text. */
  onChange: (() => void) | undefined
  children: ReactNode
}

/** The source or topic of the drafts, and the control that switches their language. */
function Head({ drafts, onChange, children }: HeadProps) {
  const t = useTranslations('try')
  const format = useFormatter()
  const { source, topic } = drafts
  const facts = source && [source.siteName, t('words', { count: source.wordCount })].filter(Boolean)
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 md:mb-12">
      <div className="min-w-0 flex-1 border-s-[3px] border-pond py-1.5 ps-3.5">
        <p className="line-clamp-2 text-16 font-strong">
          <bdi>{source?.title ?? topic}</bdi>
        </p>
        <p className="text-13 text-ink-soft">
          {facts
            ? format.list(
                facts.map((fact) => <bdi key={String(fact)}>{fact}</bdi>),
                { type: 'unit' },
              )
            : t('topic')}
        </p>
      </div>
      {onChange && (
        <Button variant="quiet" className="font-strong text-pond max-md:-me-4" onClick={onChange}>
          {t('change')}
        </Button>
      )}
      <div className="max-md:basis-full md:w-38">{children}</div>
    </div>
  )
}

/** Fills the places of the drafts before the visitor asks for them and while Frogy writes. */
function Placeholders({ isWriting }: { isWriting: boolean }) {
  return (
    <div aria-hidden="true" className="relative grid gap-x-6 gap-y-8 pt-24 lg:grid-cols-2">
      <Frog expression={isWriting ? 'thinking' : 'sleeping'} size="lg" className="absolute end-10 top-2.5 z-1" />
      {GUEST_PLATFORMS.map((platform) => (
        <div key={platform} className="rounded-card border border-line bg-surface p-5">
          {['w-40', 'w-full', 'w-11/12', 'w-3/4'].map((width) =>
            isWriting ? (
              <Skeleton key={width} className={`mb-3 h-4 ${width} max-w-full`} />
            ) : (
              <div key={width} className={`mb-3 h-4 rounded-control bg-sunk ${width} max-w-full`} />
            ),
          )}
        </div>
      ))}
    </div>
  )
}
