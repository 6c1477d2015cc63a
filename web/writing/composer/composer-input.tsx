import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { useEnterKey } from '../../lib/enter-key.ts'
import { useLanguage, withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { LaterPart, useIsOpening } from '../../lib/opening.tsx'
import { toast } from '../../lib/toast.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { CardMaterial } from '../cards/card-material.ts'
import { MediaSection } from '../media/media-section.tsx'
import type { Media, MediaAction } from '../media/media-state.ts'
import type { useMedia } from '../media/use-media.ts'
import type { Source } from '../sources/source.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { PlatformChoice } from '../../ui/platform-choice.tsx'
import { Select } from '../../ui/select.tsx'
import { openPanel, useKeepFocus } from '../../ui/tabs.tsx'
import { RefreshCw } from '../../ui/icons.ts'
import { AiBadge, WriterHint, useAiStatus } from './ai-status.tsx'
import { ClearedLine } from './cleared-line.tsx'
import { CONTENT_TYPES, OUTPUT_LANGUAGES, TONES, TOPIC_LIMIT } from '#core/writing/options/basic.ts'
import type { ComposerAction } from './composer-state.ts'
import { sourceOf, type ComposerState, type Input, type InputMethod } from './composer-model.ts'
import type { Choices } from '../professional/choices.ts'
import { FactsField, WishField } from './own-words.tsx'
import { SourceTabs, type SourceTools } from './source-tabs.tsx'
import type { Writing } from './use-generation.ts'
import { WritingProgress } from './writing-progress.tsx'

const useVoice = lazyModule(() => withMessages(['voice'], () => import('../voice/voice-line.tsx')))
const useProfessional = lazyModule(() =>
  withMessages(['professional'], () => import('../professional/professional-choices.tsx')),
)

export function ComposerInput({
  input,
  cleared,
  sourceTools,
  media,
  mediaOwner,
  mediaTools,
  choices,
  photoRequests,
  material,
  connected,
  hasDrafts,
  hasFailed,
  modelHint,
  writing,
  dispatch,
  onMethodChange,
  onSourceDrop,
  onMediaChange,
  onGenerate,
  onCancel,
}: {
  input: Input
  cleared: ComposerState['cleared']
  sourceTools: SourceTools
  media: Media
  /** The id of the draft to which `media` belong. Undefined if the drafts share them. */
  mediaOwner: string | undefined
  mediaTools: ReturnType<typeof useMedia>
  choices: Choices
  photoRequests: number
  material: CardMaterial | null
  /** The networks on which the user has an account. */
  connected: readonly Platform[]
  hasDrafts: boolean
  /** Whether some drafts could not be written. */
  hasFailed: boolean
  modelHint: ReactNode
  writing: Writing | null
  dispatch: (action: ComposerAction) => void
  onMethodChange: (method: InputMethod) => void
  onSourceDrop: (source: Source) => void
  onMediaChange: (change: MediaAction) => void
  onGenerate: (read: Source | null) => void
  onCancel: () => void
}) {
  const t = useTranslations('composer')
  const { language } = useLanguage()
  const { data: ai } = useAiStatus()
  const [isOpen, setIsOpen] = useState(false)
  const [handledRequests, setHandledRequests] = useState(photoRequests)
  if (handledRequests !== photoRequests) {
    setHandledRequests(photoRequests)
    setIsOpen(true)
  }
  const form = useRef<HTMLFormElement>(null)
  useEnterKey(form, () => form.current?.requestSubmit())
  const tabs = useRef<HTMLDivElement>(null)
  useKeepFocus(tabs, String(cleared?.cards.length))
  const isFoldable = hasDrafts || hasFailed || writing !== null
  const isFolded = isFoldable && !isOpen
  const isOpening = useIsOpening()
  const isProfessional = input.mode === 'professional'
  const voice = useVoice(false, () => {})
  const needsAi = ai?.fallback === 'offline' ? t('input.toneNeedsAi') : undefined
  const hasAi = ai !== undefined && (ai.openai.connected || ai.anthropic.connected)

  const { method, topic, address, found } = input
  /**
   * The form's input when the user requested drafts without a topic or source. Its error disappears when the input
   * changes.
   */
  const [missingAt, setMissingAt] = useState<string | null>(null)
  const { article, document } = sourceTools
  // Ignore the check of an address, which starts when the user leaves the field. It does not change the input, so the
  // error must stay.
  const steps = [article.state.step, document.state.step].map((step) => (step === 'checking' ? 'entering' : step))
  const now = [method, topic, address, ...steps, sourceOf(input)?.id].join(' ')
  if (missingAt !== null && missingAt !== now) setMissingAt(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (writing) return
    const read = method === 'topic' || sourceOf(input) ? null : found[method]
    const { length } = topic.trim()
    if (method === 'topic' ? length === 0 || length > TOPIC_LIMIT : !sourceOf(input) && !read) {
      // Open the folded input first, because hidden fields cannot be focused.
      flushSync(() => {
        setMissingAt(now)
        setIsOpen(true)
      })
      const panel = openPanel(tabs.current)
      ;(panel?.querySelector<HTMLElement>('textarea, input') ?? panel)?.focus()
      return
    }
    if (input.platforms.length === 0) {
      flushSync(() => setIsOpen(true))
      form.current?.querySelector<HTMLElement>('[data-networks] input')?.focus()
      return toast({ title: t('input.platformMissing'), isDestructive: true })
    }
    setIsOpen(false)
    // The user asked for drafts, so the fetched text becomes the source without another confirmation.
    onGenerate(read)
  }

  const onChange = (change: Partial<Input>) => dispatch({ type: 'input-changed', change })
  const professional = useProfessional(isProfessional, () => onChange({ mode: 'basic' }))

  return (
    <form ref={form} noValidate onSubmit={submit} className="min-w-0">
      {isFoldable && (
        <FoldedInput input={input} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          {writing && isFolded && <WritingProgress writing={writing} onCancel={onCancel} />}
        </FoldedInput>
      )}
      <div className={classNames('flex flex-col', isFolded && 'max-lg:hidden', isFoldable && 'max-lg:pt-5')}>
        <div
          className={classNames(
            'flex flex-wrap items-center justify-between gap-x-3 pb-5 lg:pb-3',
            isFoldable && 'max-lg:hidden',
          )}
        >
          <h1 className="title text-20">{t('title')}</h1>
          <AiBadge platforms={isProfessional ? ['linkedin'] : input.platforms} />
        </div>
        <div className="pb-5 lg:pb-4">
          <Segmented
            label={t('modes.label')}
            isLabelHidden
            value={input.mode}
            options={(['basic', 'professional'] as const).map((value) => ({ value, label: t(`modes.${value}`) }))}
            onChange={(mode) => onChange({ mode })}
          />
        </div>
        <div className="relative flex flex-col gap-5 pb-5">
          <SourceTabs
            input={input}
            tools={sourceTools}
            isMissing={missingAt !== null}
            tabs={tabs}
            dispatch={dispatch}
            onMethodChange={onMethodChange}
            onDrop={onSourceDrop}
          />
          <WishField wish={input.wish} onChange={(wish) => onChange({ wish })} />
          <ClearedLine cleared={cleared} onUndo={() => dispatch({ type: 'undone' })} />
          {isProfessional && professional && (
            <professional.ProfessionalChoices
              choices={choices}
              chosen={input.chosen}
              toneHint={needsAi}
              onChoose={(change) => onChange({ chosen: { ...input.chosen, ...change } })}
            />
          )}
          <div className={classNames('grid grid-cols-2 gap-3', isProfessional && 'hidden')}>
            <Select
              label={t('input.contentType')}
              value={input.contentType ?? 'educational'}
              options={CONTENT_TYPES.map((value) => ({ value, label: t(`contentTypes.${value}`) }))}
              onChange={(contentType) => onChange({ contentType })}
            />
            <Select
              label={t('input.tone')}
              value={input.tone ?? 'professional'}
              options={TONES.map((value) => ({ value, label: t(`tones.${value}`) }))}
              hint={needsAi}
              disabled={needsAi !== undefined}
              onChange={(tone) => onChange({ tone })}
            />
          </div>
          <FactsField facts={input.facts} onChange={(facts) => onChange({ facts })} />
          {!isProfessional && (
            <Segmented
              label={t('input.outputLanguage')}
              value={input.language ?? 'english'}
              options={OUTPUT_LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
              onChange={(language) => onChange({ language, isLanguageChosen: true })}
            />
          )}
          <LaterPart>
            <PlatformChoice
              label={t('input.platforms')}
              chosen={input.platforms}
              own={connected}
              look={isProfessional ? 'named-on-phones' : 'named'}
              onChange={(platforms) => onChange({ platforms })}
            />
            <MediaSection
              media={media}
              owner={mediaOwner}
              tools={mediaTools}
              photoRequests={photoRequests}
              material={material}
              suggestIn={
                hasAi ? (input.language === 'both' ? language : LANGUAGE_OF[input.language ?? 'english']) : null
              }
              dispatch={onMediaChange}
            />
            {/* The line about the writing voice comes last, because it loads late and must not move other controls. */}
            {voice && <voice.VoiceLine hasModel={hasAi} />}
            {modelHint && <div className="border-t border-line pt-4 empty:hidden max-lg:hidden">{modelHint}</div>}
            {!writing && !hasDrafts && <WriterHint />}
          </LaterPart>
        </div>
        {/* On a wide screen, the button that requests drafts is in the bar at the bottom of the window, below this column. */}
        <div
          className={classNames(
            'flex flex-col justify-center border-line bg-paper max-lg:-mx-4 max-lg:border-t max-lg:px-4 max-lg:py-2 md:max-lg:-mx-8 md:max-lg:px-8 lg:fixed lg:bottom-0 lg:z-21 lg:h-[63px] lg:w-82 lg:low:static lg:low:h-auto',
            !isFoldable &&
              'max-lg:sticky max-lg:bottom-[calc(var(--bottom-nav)+env(safe-area-inset-bottom))] low:static',
          )}
        >
          {writing ? (
            <WritingProgress writing={writing} onCancel={onCancel} />
          ) : (
            <Button
              type="submit"
              variant={hasDrafts ? 'outline' : 'primary'}
              className="w-full max-lg:min-h-12"
              disabled={input.platforms.length === 0}
              aria-keyshortcuts="Control+Enter Meta+Enter"
            >
              {hasDrafts && input.platforms.length > 0 && <RefreshCw size={18} strokeWidth={1.75} />}
              {hasDrafts && input.platforms.length > 0
                ? t('generate.again')
                : // Omit the label from the page's first lines, because it depends on the user's networks.
                  !isOpening &&
                  t(`generate.${isProfessional && input.platforms.length > 0 ? 'professional' : buttonFor(input)}`)}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

const LANGUAGE_OF = { english: 'en', arabic: 'ar' } as const

function buttonFor({ platforms }: Input): 'all' | 'linkedin' | 'others' | 'none' {
  const hasLinkedin = platforms.includes('linkedin')
  if (platforms.length === 0) return 'none'
  if (!hasLinkedin) return 'others'
  return platforms.length > 1 ? 'all' : 'linkedin'
}

type FoldedInputProps = { input: Input; isOpen: boolean; onToggle: () => void; children: ReactNode }

/** On a phone, the input as one line above the drafts. `children` replace it without a change of height. */
function FoldedInput({ input, isOpen, onToggle, children }: FoldedInputProps) {
  const t = useTranslations('composer')
  return (
    <div className="-my-1 flex h-11 items-center gap-3 lg:hidden">
      <h1
        className={children ? 'sr-only' : 'min-w-0 flex-1 truncate border-s-[3px] border-pond ps-3 text-14 font-strong'}
      >
        <bdi>{sourceOf(input)?.title || input.topic || t('title')}</bdi>
      </h1>
      {children ? (
        <div className="min-w-0 flex-1">{children}</div>
      ) : (
        <Button variant="quiet" className="-me-3 px-3 font-strong text-pond" aria-expanded={isOpen} onClick={onToggle}>
          {isOpen ? t('input.close') : t('input.change')}
        </Button>
      )}
    </div>
  )
}
