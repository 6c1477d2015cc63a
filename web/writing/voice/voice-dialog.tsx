import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type ComponentProps } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Voice } from '#core/writing/voice-contract.ts'
import { call } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { boxClass, Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CircleAlert, Plus, Trash2 } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useConfirmLeave } from '../../ui/use-confirm-leave.tsx'
import { VoiceProposalCard } from './voice-proposal-card.tsx'
import { MAX_RULES, MAX_SAMPLES, RULE_LIMIT, SAMPLE_LIMIT } from '#core/writing/options/voice.ts'

const RULES = ['dos', 'donts'] as const

interface FormValues {
  samples: string[]
  dos: string
  donts: string
  usesPublished: boolean
}

const formValuesOf = ({ samples, dos, donts, usesPublished }: Voice): FormValues => ({
  samples: samples.length > 0 ? samples : [''],
  dos: dos.join('\n'),
  donts: donts.join('\n'),
  usesPublished,
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const withLine = (text: string, line: string): string => [...linesOf(text), line].join('\n')

function voiceOf({ samples, dos, donts, usesPublished }: FormValues): Voice {
  return {
    samples: samples.map((sample) => sample.trim()).filter(Boolean),
    dos: linesOf(dos),
    donts: linesOf(donts),
    usesPublished,
  }
}

function changesOf(typed: FormValues, stored: Voice | undefined): Partial<Voice> {
  const voice = voiceOf(typed)
  return Object.fromEntries(
    Object.entries(voice).filter(
      ([part, value]) => JSON.stringify(value) !== JSON.stringify(stored?.[part as keyof Voice]),
    ),
  )
}

export default function VoiceDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('voice')
  const app = useTranslations('app')
  const errorText = useErrorText()
  // Fetches the voice again when the dialog opens, so that this tab does not overwrite changes from another tab.
  const query = { ...reading('GET /api/voice'), refetchOnMount: 'always' as const }
  const { data, error, refetch, isFetchedAfterMount } = useQuery(query)
  const stored = isFetchedAfterMount && !error ? data : undefined
  /**
   * The form's values and the stored version that the user edited. If the server sends a newer version, the form keeps
   * its values.
   */
  const [changed, setChanged] = useState<{ typed: FormValues; from: Voice | undefined } | null>(null)
  const typed = changed?.typed ?? (stored && formValuesOf(stored))
  const from = changed ? changed.from : stored
  const change = (next: FormValues) => setChanged({ typed: next, from })

  const saving = useMutation({
    mutationFn: (typed: FormValues) => call('PATCH /api/voice', { body: changesOf(typed, from) }),
    onSuccess: (voice) => {
      queryClient.setQueryData(query.queryKey, voice)
      toast({ title: t('saved') })
      onClose()
    },
  })
  const invalidKinds = RULES.filter((kind) => typed && faultOf(typed[kind]) !== null)
  const faultText = (rules: string) => {
    const fault = faultOf(rules)
    return fault && t(fault.kind, { ...fault })
  }
  const fields = useRef<HTMLDivElement>(null)
  const isSame = typed !== undefined && Object.keys(changesOf(typed, from)).length === 0
  const { leave, question } = useConfirmLeave(changed === null || isSame, onClose, {
    title: t('leaveTitle'),
    text: t('leaveText'),
    leave: t('leave'),
    stay: t('stay'),
  })

  return (
    <Dialog title={t('title')} description={typed && t('text')} width="lg" onClose={leave}>
      {error && !typed && (
        <LoadFailed error={error} onRetry={() => void refetch()}>
          <p className="font-strong">
            {t('notLoaded')} {t('safe')}
          </p>
        </LoadFailed>
      )}
      {!typed && !error && <Skeleton className="h-60" />}
      {typed && (
        <>
          <div ref={fields}>
            <VoiceProposalCard
              onAccepted={({ list, text }, voice) => {
                // Adds the accepted rule to unsaved input too, so that saving the input does not remove the rule.
                if (changed)
                  setChanged({ typed: { ...changed.typed, [list]: withLine(changed.typed[list], text) }, from: voice })
              }}
            />
            <Fields typed={typed} onChange={change} />
          </div>
          <DialogActions>
            <div
              aria-live="polite"
              className="min-w-0 flex-auto self-center text-13 max-md:basis-full! max-md:empty:-mb-2 md:basis-0"
            >
              {invalidKinds.length > 0 ? (
                <p className="flex flex-wrap items-center gap-x-2 text-coral">
                  <CircleAlert size={16} strokeWidth={2} className="shrink-0" />
                  <span>{t('toShorten')}</span>
                  {invalidKinds.map((kind, at) => (
                    <span key={kind}>
                      <button
                        type="button"
                        onClick={() => focusInvalidField(fields.current, at)}
                        className="font-strong underline underline-offset-4 max-md:min-h-11 md:min-h-6"
                      >
                        {t(`${kind}.label`)}
                      </button>{' '}
                      {/* The field shows the fault. */}
                      <span className="sr-only">{faultText(typed[kind])}</span>
                    </span>
                  ))}
                </p>
              ) : saving.error && !saving.isPending ? (
                <p className="flex gap-1.5 text-coral">
                  <CircleAlert size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
                  <span>
                    <strong className="font-strong">{t('failed')}</strong> {errorText(saving.error)}
                  </span>
                </p>
              ) : null}
            </div>
            <Button onClick={leave}>{app('cancel')}</Button>
            <Button
              variant="primary"
              disabled={isSame || invalidKinds.length > 0}
              isPending={saving.isPending}
              onClick={() => saving.mutate(typed)}
            >
              {t('save')}
            </Button>
          </DialogActions>
        </>
      )}
      {question}
    </Dialog>
  )
}

/**
 * Scrolls to an invalid field with its error message and focuses it. Focus alone would scroll only the caret into view.
 */
function focusInvalidField(fields: HTMLElement | null, at: number) {
  const field = fields?.querySelectorAll<HTMLElement>('[aria-invalid]').item(at)
  field?.focus({ preventScroll: true })
  field?.closest('[data-rules]')?.scrollIntoView({ block: 'center' })
}

function Fields({ typed, onChange }: { typed: FormValues; onChange: (typed: FormValues) => void }) {
  const t = useTranslations('voice')
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const { samples } = typed
  const setSamples = (next: string[]) => onChange({ ...typed, samples: next })
  return (
    <div className="flex flex-col gap-6 pb-4">
      <section aria-labelledby={`${id}-samples`}>
        <h3 id={`${id}-samples`} className="text-14 font-strong">
          {t('samplesTitle')}
        </h3>
        <p className="text-13 text-ink-soft">{t('samplesText')}</p>
        <ol ref={list} className="mt-3 flex flex-col gap-4">
          {samples.map((sample, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a sample has no id but its index
            <li key={at}>
              <Sample
                number={at + 1}
                text={sample}
                onChange={(text) => setSamples(samples.with(at, text))}
                onRemove={samples.length > 1 ? () => setSamples(samples.toSpliced(at, 1)) : undefined}
              />
            </li>
          ))}
        </ol>
        {samples.length < MAX_SAMPLES && (
          <Button
            variant="quiet"
            size="sm"
            className="-ms-3 mt-1.5 text-pond"
            onClick={() => {
              setSamples([...samples, ''])
              requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus())
            }}
          >
            <Plus size={16} strokeWidth={1.75} />
            {t('addSample')}
          </Button>
        )}
        <label className="mt-2 flex min-h-11 cursor-pointer items-start gap-2.5 py-1.5 text-14 lg:min-h-9">
          <input
            type="checkbox"
            checked={typed.usesPublished}
            onChange={({ target }) => onChange({ ...typed, usesPublished: target.checked })}
            className="mt-0.5 size-4.5 shrink-0"
          />
          <span>
            {t('usePublished')}
            <span className="block text-13 text-ink-soft">{t('usePublishedText')}</span>
          </span>
        </label>
      </section>
      <div className="grid gap-5 md:grid-cols-2">
        {RULES.map((kind) => (
          <div key={kind} data-rules="">
            <Rules kind={kind} text={typed[kind]} onChange={(rules) => onChange({ ...typed, [kind]: rules })} />
          </div>
        ))}
      </div>
    </div>
  )
}

interface SampleProps {
  number: number
  text: string
  onChange: (text: string) => void
  onRemove: (() => void) | undefined
}

function Sample({ number, text, onChange, onRemove }: SampleProps) {
  const t = useTranslations('voice')
  const format = useFormatter()
  return (
    <Field
      label={t('sample', { number })}
      aside={
        <span className="flex items-center gap-1">
          <span
            className={classNames('text-13 tabular-nums', text.length < SAMPLE_LIMIT ? 'text-ink-soft' : 'text-coral')}
          >
            {format.number(text.length)} / {format.number(SAMPLE_LIMIT)}
          </span>
          {onRemove && (
            <IconButton
              label={t('removeSample', { number })}
              onClick={onRemove}
              className="-my-3 -me-2 hover:text-coral"
            >
              <Trash2 size={17} strokeWidth={1.75} />
            </IconButton>
          )}
        </span>
      }
    >
      {(described) => (
        <Text
          {...described}
          rows={3}
          maxLength={SAMPLE_LIMIT}
          value={text}
          placeholder={t('samplePlaceholder')}
          onChange={({ target }) => onChange(target.value)}
          className="fades-bottom max-h-[5.5lh] min-h-[3lh]"
        />
      )}
    </Field>
  )
}

interface Fault {
  kind: 'tooMany' | 'tooLong'
  limit: number
  count: number
  number: number
}

function faultOf(text: string): Fault | null {
  const lines = linesOf(text)
  if (lines.length > MAX_RULES) return { kind: 'tooMany', limit: MAX_RULES, count: lines.length, number: 0 }
  const at = lines.findIndex((line) => line.length > RULE_LIMIT)
  return at < 0 ? null : { kind: 'tooLong', limit: RULE_LIMIT, count: lines[at]!.length, number: at + 1 }
}

function Rules({ kind, text, onChange }: { kind: 'dos' | 'donts'; text: string; onChange: (text: string) => void }) {
  const t = useTranslations('voice')
  const fault = faultOf(text)
  return (
    <Field label={t(`${kind}.label`)} hint={t(`${kind}.hint`)} error={fault && t(fault.kind, { ...fault })}>
      {(described) => (
        <Text
          {...described}
          rows={4}
          value={text}
          placeholder={t(`${kind}.placeholder`)}
          onChange={({ target }) => onChange(target.value)}
          className="max-h-[12lh] min-h-[4lh]"
        />
      )}
    </Field>
  )
}

/**
 * A text field that grows with its text up to a limit. The padding is outside the scroll area, so that the border does
 * not cut off lines.
 */
function Text({ className, ...rest }: ComponentProps<'textarea'> & { value: string }) {
  const isRefused = rest['aria-invalid'] === true
  return (
    <div
      className={classNames(
        boxClass(isRefused),
        'flex p-3',
        isRefused ? 'has-focus-visible:shadow-[0_0_0_1px_var(--coral)]' : 'has-focus-visible:shadow-focus',
      )}
    >
      <textarea
        {...rest}
        // Use the page's direction for a text without letters.
        dir={/\p{L}/u.test(rest.value) ? 'auto' : undefined}
        className={classNames(
          'field-sizing-content w-full scroll-mt-36 scroll-mb-44 resize-none bg-transparent outline-none focus-visible:shadow-none!',
          className,
        )}
      />
    </div>
  )
}
