import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { lazyModule, useLoadFailed } from '../../lib/lazy-module.ts'
import { toast } from '../../lib/toast.ts'
import { hostOf, type Source } from '../sources/source.ts'
import type { useArticle } from '../sources/use-article.ts'
import type { useDocument } from '../sources/use-document.ts'
import { boxClass, Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs, useKeepFocus } from '../../ui/tabs.tsx'
import type { SeriesOptions } from '../series/write-draft.ts'
import { useAiStatus } from './ai-status.tsx'
import type { ComposerAction } from './composer-state.ts'
import { KeptTopic } from './kept-topic.tsx'
import { isTopicUnset, type Input, type InputMethod } from './composer-model.ts'
import { TOPIC_LIMIT } from '#core/writing/options/basic.ts'

const usePanels = lazyModule(() => import('../sources/panels.ts'))
const useSeries = lazyModule(() => import('../series/series-action.tsx'))
const METHODS: readonly InputMethod[] = ['topic', 'url', 'document']

const NEAR_LIMIT = TOPIC_LIMIT * 0.8

export type SourceTools = { article: ReturnType<typeof useArticle>; document: ReturnType<typeof useDocument> }

export function SourceTabs({
  input,
  tools: { article, document },
  isMissing,
  tabs,
  dispatch,
  onMethodChange,
  onDrop,
}: {
  input: Input
  tools: SourceTools
  isMissing: boolean
  tabs: RefObject<HTMLDivElement | null>
  dispatch: (action: ComposerAction) => void
  onMethodChange: (method: InputMethod) => void
  onDrop: (source: Source) => void
}) {
  const t = useTranslations('composer')
  const progressText = useProgressText(input, { article, document })
  const { sources, found } = input
  const { data: ai } = useAiStatus()
  const hasModel = ai !== undefined && (ai.openai.connected || ai.anthropic.connected)
  const panels = usePanels(
    input.method !== 'topic',
    useLoadFailed(() => onMethodChange('topic')),
  )
  const series = useSeries(input.method !== 'topic', () => {})
  useKeepFocus(
    tabs,
    [
      article.state.step,
      document.state.step,
      ...[sources, found].flatMap(({ url, document }) => [url?.id, document?.id]),
    ].join(' '),
  )

  const preview = (source: Source) =>
    panels && (
      <panels.SourcePreview
        key={source.id}
        source={source}
        onUse={() => {
          dispatch({ type: 'source-used', source })
          toast({ title: t('source.extracted') })
        }}
        onDrop={() => dispatch({ type: 'found-dropped', from: source.from })}
      />
    )
  const usedSource = (source: Source) =>
    panels && (
      <panels.UsedSource
        source={source}
        withLink={input.withLink}
        hasModel={hasModel}
        onDrop={() => onDrop(source)}
        onOwn={(isOwn) => dispatch({ type: 'source-owned', source, isOwn })}
        onLink={(isOn) => dispatch({ type: 'link-switched', isOn })}
      >
        {series && <series.SeriesAction source={source} options={seriesOptions(input, source, hasModel)} />}
      </panels.UsedSource>
    )
  const keptTopic = !isTopicUnset(input) && (
    <KeptTopic
      topic={isolate(input.topic.trim().slice(0, 200))}
      onRemove={() => dispatch({ type: 'input-changed', change: { topic: '', filledTopic: null } })}
    />
  )

  return (
    <>
      <Tabs
        ref={tabs}
        label={t('input.tabs')}
        value={input.method}
        tabs={METHODS.map((value) => ({ value, label: t(`source.tabs.${value}`) }))}
        onChange={onMethodChange}
      >
        <TabPanel value="topic">
          <TopicField
            topic={input.topic}
            isBrief={input.mode === 'professional'}
            isMissing={isMissing}
            onChange={(topic) => dispatch({ type: 'input-changed', change: { topic } })}
          />
        </TabPanel>
        <TabPanel value="url">
          {!panels ? (
            <Skeleton className="h-28" />
          ) : sources.url ? (
            usedSource(sources.url)
          ) : found.url ? (
            preview(found.url)
          ) : (
            <panels.ArticlePanel
              article={article}
              address={input.address}
              isMissing={isMissing}
              onAddress={(address) => dispatch({ type: 'input-changed', change: { address } })}
            />
          )}
          {keptTopic}
        </TabPanel>
        <TabPanel value="document">
          {!panels ? (
            <Skeleton className="h-28" />
          ) : sources.document ? (
            usedSource(sources.document)
          ) : found.document ? (
            preview(found.document)
          ) : (
            <panels.DocumentPanel document={document} isMissing={isMissing} />
          )}
          {keptTopic}
        </TabPanel>
      </Tabs>
      {/* Always render this live region, because screen readers ignore one that appears together with its content. */}
      <output className="sr-only">{progressText}</output>
    </>
  )
}

type TopicFieldProps = { topic: string; isBrief: boolean; isMissing: boolean; onChange: (topic: string) => void }

function TopicField({ topic, isBrief, isMissing, onChange }: TopicFieldProps) {
  const t = useTranslations('composer.input')
  const { length } = topic.trim()
  const over = length - TOPIC_LIMIT
  const error = over > 0 ? t('topicTooLong', { over, limit: TOPIC_LIMIT }) : isMissing ? t('topicMissing') : null
  return (
    <Field
      label={t('topic')}
      error={error}
      aside={
        length >= NEAR_LIMIT && (
          <span className={classNames('shrink-0 text-13 tabular-nums', over > 0 ? 'text-coral' : 'text-ink-soft')}>
            {t('topicCount', { count: length, limit: TOPIC_LIMIT })}
          </span>
        )
      }
    >
      {(described) => (
        // Keep the padding outside the scroll area, so that the border does not cut off lines.
        <div
          className={classNames(
            boxClass(error !== null),
            'flex px-3 py-2.5 lg:text-16',
            error ? 'has-focus-visible:shadow-[0_0_0_1px_var(--coral)]' : 'has-focus-visible:shadow-focus',
          )}
        >
          <textarea
            {...described}
            dir={topic ? 'auto' : undefined}
            rows={5}
            value={topic}
            placeholder={t('topicPlaceholder')}
            onChange={(event) => onChange(event.target.value)}
            className={classNames(
              'field-sizing-content max-h-[12lh] min-h-28 w-full resize-none bg-transparent outline-none focus-visible:shadow-none! lg:max-h-[8lh] lg:short:max-h-[4lh]',
              isBrief ? 'lg:short:min-h-[2lh]' : 'lg:short:min-h-[3lh]',
            )}
          />
        </div>
      )}
    </Field>
  )
}

function useProgressText({ method, sources, found }: Input, { article, document }: SourceTools): string | null {
  const t = useTranslations('composer.source')
  if (method === 'topic' || sources[method]) return null
  const read = found[method]
  if (read) return t('foundText', { title: isolate(read.title), count: read.wordCount })
  if (method === 'document') {
    return document.state.step === 'working' ? t(document.state.isSent ? 'reading' : 'sending') : null
  }
  const { state } = article
  if (state.step === 'checking' || state.step === 'extracting') return t(state.step)
  return state.step === 'checked' && state.error === null
    ? t('found', { title: isolate(state.page.title ?? hostOf(state.page.url)) })
    : null
}

/** Without an AI model, a series of posts has the source's language, because only a model can translate. */
function seriesOptions(input: Input, source: Source, hasModel: boolean): SeriesOptions {
  const { platforms, contentType, tone, withLink } = input
  const language = hasModel ? input.language : source.language?.startsWith('ar') ? 'arabic' : 'english'
  return {
    platforms,
    contentType,
    tone,
    withLink,
    language,
    hasModel,
    storeSource: async (postId, topic) => {
      const { storeDraftSource } = await import('./draft-source.ts')
      await storeDraftSource({ writtenFrom: { source, topic } }, postId)
    },
  }
}
