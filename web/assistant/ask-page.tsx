import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearch } from 'wouter'
import type { About, Turn } from '#core/writing/assistant/contract.ts'
import { hasStatus } from '../lib/api.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { useLanguage } from '../lib/language.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { Button } from '../ui/button.tsx'
import { Frog } from '../ui/frog.tsx'
import { ChevronLeft, CloudOff, MessagesSquare, Plus } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AskForm } from './ask-form.tsx'
import { ConversationList } from './conversation-list.tsx'
import { Thinking } from './thinking.tsx'
import { TurnView } from './turn-view.tsx'
import { aboutOf, useConversation } from './use-conversation.ts'
import { defaultAbout } from './default-about.ts'

const NO_TURNS: readonly Turn[] = []
const NEAR_PX = 160

export default function AskPage() {
  const t = useTranslations('ask')
  const [, navigate] = useLocation()
  const id = new URLSearchParams(useSearch()).get('c')
  const { language } = useLanguage()
  const { timeZone } = useDates()
  usePageTitle(t('title'))

  const conversationQuery = useQuery({
    ...reading('GET /api/conversations/{id}', { params: { id: id ?? '' } }),
    enabled: id !== null,
  })
  const { answering, failure, ask, stop } = useConversation((begun) => {
    if (begun !== id) navigate(`/ask-frogy?c=${begun}`, { replace: id === null })
  })
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ of: string | null; about: About } | null>(null)
  const [isListShown, setIsListShown] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  const conversation = id === null ? undefined : conversationQuery.data
  const turns = conversation?.turns ?? NO_TURNS
  const about =
    chosen?.of === id ? chosen.about : conversation ? aboutOf(conversation) : defaultAbout(language, timeZone)
  /** A question that did not reach the server. It returns to the text field. */
  const unsentQuestion = failure && failure.turnId === null && failure.conversationId === id ? failure : null
  const isEmpty = id === null && !answering && !unsentQuestion
  useStickToEnd(turns, answering !== null)

  async function send(question: string, replaces: string | null) {
    if (replaces === null) setText('')
    const isKept = await ask({ ...about, conversationId: id, replaces, question })
    if (!isKept && replaces === null) setText((now) => now || question)
  }

  function begin() {
    stop()
    setChosen(null)
    setIsListShown(false)
    navigate('/ask-frogy')
    field.current?.focus()
  }

  const isDeleted = hasStatus(conversationQuery.error, 404)
  return (
    <div className="column grid min-h-[calc(100dvh-var(--header))] pt-4 max-lg:min-h-[calc(100dvh-var(--header)-var(--bottom-nav))] lg:grid-cols-[232px_minmax(0,800px)] lg:gap-12 lg:pt-6">
      <h1 className="sr-only">{t('title')}</h1>
      <aside
        aria-label={t('conversations')}
        className={classNames('min-w-0', isListShown ? 'max-lg:block' : 'max-lg:hidden')}
      >
        <div className="pb-6 lg:sticky lg:top-[calc(var(--stuck)+24px)] lg:max-h-[calc(100dvh-var(--stuck)-46px)] lg:-mx-3 lg:overflow-y-auto lg:px-3">
          <div className="mb-3 flex gap-2">
            <Button className="flex-1" onClick={begin}>
              <Plus size={18} strokeWidth={1.75} />
              {t('new')}
            </Button>
            <Button className="lg:hidden" onClick={() => setIsListShown(false)}>
              <ChevronLeft size={18} strokeWidth={1.75} className="points" />
              {t('backToConversation')}
            </Button>
          </div>
          <ConversationList
            openId={id}
            onOpen={() => {
              stop()
              setIsListShown(false)
            }}
            onDeleted={(deleted) => deleted === id && begin()}
          />
        </div>
      </aside>
      <section
        aria-label={t('conversation')}
        className={classNames('flex min-w-0 flex-col', isListShown && 'max-lg:hidden')}
      >
        <div className="mb-4 flex flex-wrap justify-between gap-x-2 lg:hidden">
          <Button size="sm" variant="quiet" className="-ms-3" onClick={() => setIsListShown(true)}>
            <MessagesSquare size={18} strokeWidth={1.75} />
            {t('showConversations')}
          </Button>
          {id !== null && (
            <Button size="sm" variant="quiet" className="-me-3" onClick={begin}>
              <Plus size={18} strokeWidth={1.75} />
              {t('new')}
            </Button>
          )}
        </div>
        <div
          role="log"
          aria-label={t('conversation')}
          className={classNames('pb-6', isEmpty ? 'max-lg:flex-1' : 'flex-1')}
        >
          {id !== null && conversationQuery.isPending && <ConversationSkeleton />}
          {id !== null && conversationQuery.error && !conversation && (
            <LoadFailed error={conversationQuery.error} onRetry={() => void conversationQuery.refetch()}>
              <p className="font-strong">{t(isDeleted ? 'gone' : 'conversationNotLoaded')}</p>
            </LoadFailed>
          )}
          {isEmpty && (
            <Welcome
              onExample={(example) => {
                setText(example)
                field.current?.focus()
              }}
            />
          )}
          {conversation &&
            turns.map((turn, index) => (
              <TurnView
                key={turn.id}
                turn={turn}
                conversation={conversation}
                isLast={index === turns.length - 1}
                isAnswering={answering?.turnId === turn.id}
                isBusy={answering !== null}
                looking={answering?.turnId === turn.id ? answering.looking : null}
                failure={failure?.turnId === turn.id ? failure.message : null}
                onAsk={(question) => void send(question, turn.id)}
              />
            ))}
          {answering && answering.turnId === null && <PendingQuestion question={answering.question} />}
        </div>
        <div className="sticky bottom-[calc(var(--bottom-nav)+env(safe-area-inset-bottom))] z-10 -mx-2 bg-paper px-2 pb-3 lg:bottom-0 lg:pb-6 low:static">
          {unsentQuestion && (
            <div role="alert" className="mb-3 flex gap-2.5 rounded-control bg-lily-wash px-4 py-3 text-14">
              <CloudOff size={18} strokeWidth={1.75} className="mt-px shrink-0 text-lily-ink" />
              <div className="min-w-0 flex-1">
                <p className="font-strong">{t('failed')}</p>
                <p className="text-ink-soft">{unsentQuestion.message}</p>
              </div>
              {text.trim() !== '' && (
                <Button size="sm" className="self-center" onClick={() => void send(text.trim(), null)}>
                  {t('retry')}
                </Button>
              )}
            </div>
          )}
          <AskForm
            text={text}
            about={about}
            field={field}
            hasTurns={turns.length > 0}
            isAnswering={answering !== null}
            onText={setText}
            onAbout={(next) => setChosen({ of: id, about: next })}
            onSend={() => void send(text.trim(), null)}
            onStop={stop}
          />
        </div>
      </section>
    </div>
  )
}

function useStickToEnd(turns: readonly Turn[], isAnswering: boolean): void {
  const count = useRef(0)
  useEffect(() => {
    const { scrollHeight } = document.documentElement
    const isNear = scrollHeight - (scrollY + innerHeight) < NEAR_PX
    const isNew = turns.length !== count.current
    count.current = turns.length
    if (isNew || (isAnswering && isNear)) scrollTo({ top: scrollHeight })
  }, [turns, isAnswering])
}

function Welcome({ onExample }: { onExample: (text: string) => void }) {
  const t = useTranslations('ask.welcome')
  return (
    <div className="flex flex-col items-center px-2 py-10 text-center lg:pt-20 lg:pb-4">
      <Frog expression="happy" size="lg" />
      <p className="title mt-4 text-28">{t('title')}</p>
      <p className="mt-2 max-w-120 text-balance text-14 text-ink-soft">{t('text')}</p>
      <ul className="mt-6 flex flex-wrap justify-center gap-2">
        {(['opinion', 'customers', 'schedule'] as const).map((name) => (
          <li key={name}>
            <Button size="sm" className="lg:min-h-9" onClick={() => onExample(t(`examples.${name}`))}>
              {t(`examples.${name}`)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PendingQuestion({ question }: { question: string }) {
  const t = useTranslations('ask')
  return (
    <div className="not-first:mt-6">
      <p
        dir="auto"
        className="ms-auto w-fit max-w-[min(40rem,calc(100%-3rem))] rounded-card rounded-ee-none bg-pond-wash px-4 py-3 text-16 break-words whitespace-pre-wrap lg:text-14 lg:leading-6"
      >
        {question}
      </p>
      <div className="mt-6 flex items-center gap-3.5">
        <Frog expression="thinking" size="md" />
        <div className="text-14">
          <Thinking text={t('thinking')} />
        </div>
      </div>
    </div>
  )
}

function ConversationSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="ms-auto h-16 w-3/5" />
      <Skeleton className="mt-6 h-4 w-4/5" />
      <Skeleton className="mt-3 h-4 w-3/5" />
    </div>
  )
}
