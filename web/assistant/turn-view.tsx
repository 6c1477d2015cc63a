import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QUESTION_LIMIT } from '#core/writing/assistant/choices.ts'
import type { Conversation, Look, Turn } from '#core/writing/assistant/contract.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { boxClass } from '../ui/field.tsx'
import { Frog, type Expression } from '../ui/frog.tsx'
import mark from '../ui/frog/mark.svg'
import { IconButton } from '../ui/icon-button.tsx'
import { CircleAlert, Copy, PenLine, RotateCcw } from '../ui/icons.ts'
import { AngleCards } from './angle-cards.tsx'
import { Markdown } from './markdown.tsx'
import { ProposalList } from './proposal-list.tsx'
import { Thinking } from './thinking.tsx'

interface TurnViewProps {
  turn: Turn
  conversation: Conversation
  isLast: boolean
  /** Whether the answer of this turn is streaming. */
  isAnswering: boolean
  /** Whether the answer of any turn is streaming. */
  isBusy: boolean
  looking: Look | null
  failure: string | null
  onAsk: (question: string) => void
}

export function TurnView({ turn, conversation, isLast, isAnswering, isBusy, looking, failure, onAsk }: TurnViewProps) {
  const { question, answer } = turn
  const isBare = !isAnswering && !answer
  return (
    <div className="not-first:mt-6">
      <Question question={question} canEdit={!isBusy} onSend={onAsk} />
      <div className="mt-6 grid grid-cols-[auto_1fr] gap-x-3.5">
        <Face expression={!isLast ? null : isAnswering ? 'thinking' : failure === null ? null : 'sleeping'} />
        <div className="min-w-0 pt-1 text-16 lg:text-14 lg:leading-6" aria-busy={isAnswering}>
          {isAnswering && !answer && <Waiting looking={looking} />}
          {answer && <Markdown text={answer.text} />}
          {isAnswering && answer && (
            <span aria-hidden="true" className="breathes ms-0.5 inline-block h-4 w-0.5 bg-pond align-middle" />
          )}
          {!isAnswering && answer?.isCut && !failure && (
            <CutOffNotice onRetry={() => onAsk(question)} isBusy={isBusy} />
          )}
          {(failure ?? (isBare ? '' : null)) !== null && (
            <NotAnswered failure={failure} isBusy={isBusy} onRetry={() => onAsk(question)} />
          )}
        </div>
      </div>
      {answer && answer.angles.length > 0 && (
        <AngleCards angles={answer.angles} topic={question} conversation={conversation} />
      )}
      {answer && answer.proposals.length > 0 && <ProposalList proposals={answer.proposals} />}
      {answer && !isAnswering && isLast && !answer.isCut && (
        <TurnActions text={answer.text} onAgain={() => onAsk(question)} isBusy={isBusy} />
      )}
    </div>
  )
}

function Face({ expression }: { expression: Expression | null }) {
  if (expression) return <Frog expression={expression} size="md" />
  return (
    <img src={mark} alt="" width={36} height={36} draggable={false} className="mx-2.5 block select-none max-lg:mx-0" />
  )
}

function Waiting({ looking }: { looking: Look | null }) {
  const t = useTranslations('ask')
  return (
    <div className="pt-3">
      <Thinking text={t(looking ? `looking.${looking}` : 'thinking')} />
    </div>
  )
}

function CutOffNotice({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  const t = useTranslations('ask')
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
      {t('cut')}
      <Button size="sm" variant="quiet" disabled={isBusy} onClick={onRetry}>
        <RotateCcw size={15} strokeWidth={1.75} />
        {t('again')}
      </Button>
    </p>
  )
}

function NotAnswered({ failure, isBusy, onRetry }: { failure: string | null; isBusy: boolean; onRetry: () => void }) {
  const t = useTranslations('ask')
  return (
    <div
      role={failure ? 'alert' : undefined}
      className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-lily-wash px-4 py-3 text-14"
    >
      <CircleAlert size={18} strokeWidth={1.75} className="shrink-0 text-lily-ink" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-strong">{failure ? t('failed') : t('noAnswer')}</p>
        <p className="text-ink-soft">{failure ?? t('noAnswerText')}</p>
      </div>
      <Button size="sm" className="bg-surface" disabled={isBusy} onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

function TurnActions({ text, onAgain, isBusy }: { text: string; onAgain: () => void; isBusy: boolean }) {
  const t = useTranslations('ask')
  return (
    <div className="mt-2 flex gap-1">
      <IconButton
        label={t('copy')}
        onClick={() => void navigator.clipboard.writeText(text).then(() => toast({ title: t('copied') }))}
      >
        <Copy size={17} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t('again')} disabled={isBusy} onClick={onAgain}>
        <RotateCcw size={17} strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}

type QuestionProps = { question: string; canEdit: boolean; onSend: (text: string) => void }

function Question({ question, canEdit, onSend }: QuestionProps) {
  const t = useTranslations('ask')
  const app = useTranslations('app')
  const [edited, setEdited] = useState<string | null>(null)
  if (edited !== null) {
    const isValid = edited.trim() !== '' && edited.trim().length <= QUESTION_LIMIT
    return (
      <form
        className="ms-auto max-w-160"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isValid) return
          setEdited(null)
          onSend(edited)
        }}
      >
        <textarea
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user pressed "Edit" to type here
          autoFocus
          dir="auto"
          rows={3}
          aria-label={t('editing.label')}
          value={edited}
          maxLength={QUESTION_LIMIT}
          onChange={(event) => setEdited(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setEdited(null)}
          className={boxClass() + ' block px-4 py-3'}
        />
        <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
          <p className="me-auto text-13 text-ink-soft max-sm:basis-full">{t('editing.note')}</p>
          <Button size="sm" variant="quiet" onClick={() => setEdited(null)}>
            {app('cancel')}
          </Button>
          <Button size="sm" type="submit" disabled={!isValid || !canEdit}>
            {t('editing.save')}
          </Button>
        </div>
      </form>
    )
  }
  return (
    <div className="group flex items-center justify-end gap-1">
      <IconButton
        label={t('edit')}
        disabled={!canEdit}
        onClick={() => setEdited(question)}
        className="pointer-fine:opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
      >
        <PenLine size={16} strokeWidth={1.75} />
      </IconButton>
      <p
        dir={textDirection(question)}
        className="max-w-160 min-w-0 rounded-card rounded-ee-none bg-pond-wash px-4 py-3 text-16 break-words whitespace-pre-wrap lg:text-14 lg:leading-6"
      >
        <span className="sr-only">{t('you')}: </span>
        {question}
      </p>
    </div>
  )
}
