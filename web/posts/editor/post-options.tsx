import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { DIRECTION } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import {
  chosenOptions,
  LONGEST_WARNING,
  VISIBILITIES,
  type PostOption,
  type PostOptions,
  type Visibility,
} from '#core/platforms/post-options.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { isolate } from '../../lib/isolate.ts'
import { useLanguage } from '../../lib/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { SlidersHorizontal } from '../../ui/icons.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'

export interface PostOptionsFieldProps {
  platform: Platform
  options: PostOptions | null
  /** The account that would publish the post. The field shows its default visibility. */
  account: SocialAccount | null
  isLocked?: boolean
  onChange: (options: PostOptions | null) => void
}

/** The fields for the post options of a network, initially collapsed. */
export function PostOptionsFields({
  names,
  options,
  account,
  isLocked = false,
  onChange,
}: PostOptionsFieldProps & { names: readonly PostOption[] }) {
  const t = useTranslations('options')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const lines = useLines(options ?? {})
  const change = (changed: PostOptions) => onChange(chosenOptions({ ...options, ...changed }))
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <Button
          variant="quiet"
          size="sm"
          className="-ms-1"
          disabled={isLocked}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal size={17} strokeWidth={1.75} />
          {t('title')}
        </Button>
        {!isOpen && lines.length > 0 && (
          <p className="min-w-0 text-13 wrap-anywhere text-ink-soft">{lines.join(' · ')}</p>
        )}
      </div>
      {isOpen && (
        <fieldset id={id} disabled={isLocked} aria-label={t('title')} className="flex flex-col gap-3 pt-1 pb-2">
          {names.includes('visibility') && (
            <VisibilityField
              value={options?.visibility}
              usual={account?.defaultVisibility ?? 'public'}
              onChange={(visibility) => change({ visibility })}
            />
          )}
          {names.includes('contentWarning') && (
            <TextField
              label={t('contentWarning')}
              hint={t('contentWarningHint')}
              dir={textDirection(options?.contentWarning ?? '')}
              maxLength={LONGEST_WARNING}
              value={options?.contentWarning ?? ''}
              onChange={({ target }) => change({ contentWarning: target.value })}
            />
          )}
          {names.includes('isSilent') && (
            <SwitchRow
              label={t('isSilent')}
              isOn={options?.isSilent === true}
              onChange={(isSilent) => change({ isSilent })}
            />
          )}
          {names.includes('hasLinkPreview') && (
            <SwitchRow
              label={t('hasLinkPreview')}
              isOn={options?.hasLinkPreview !== false}
              onChange={(hasLinkPreview) => change({ hasLinkPreview })}
            />
          )}
        </fieldset>
      )}
    </div>
  )
}

const USUAL = 'usual'

interface VisibilityFieldProps {
  value: Visibility | undefined
  /** The account's default visibility. */
  usual: Visibility
  onChange: (visibility: Visibility | undefined) => void
}

function VisibilityField({ value, usual, onChange }: VisibilityFieldProps) {
  const t = useTranslations('options')
  const choices = [
    { value: USUAL, label: t('usual', { visibility: t(`visibilities.${usual}`) }) },
    ...VISIBILITIES.map((visibility) => ({ value: visibility, label: t(`visibilities.${visibility}`) })),
  ] as const
  return (
    <Select<Visibility | typeof USUAL>
      label={t('visibility')}
      hint={(value ?? usual) === 'unlisted' ? t('unlistedHint') : undefined}
      value={value ?? USUAL}
      options={choices}
      onChange={(chosen) => onChange(chosen === USUAL ? undefined : chosen)}
    />
  )
}

function SwitchRow({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden="true" className="text-14">
        {label}
      </span>
      <Switch label={label} isOn={isOn} onChange={onChange} />
    </div>
  )
}

export interface ChangedOptionsProps {
  before: PostOptions
  now: PostOptions
  /** The account's own default visibility. */
  usual: Visibility
  look: Record<'removed' | 'added', string>
  labels: Record<'removed' | 'added', string>
}

/** Lists the options of a post, and marks removed and added ones. */
export function ChangedOptions({ before, now, usual, look, labels }: ChangedOptionsProps) {
  const t = useTranslations('options')
  const isMoved = before.visibility !== now.visibility
  const usualLine = t('usual', { visibility: t(`visibilities.${usual}`) })
  const withUsual = (options: PostOptions, lines: readonly string[]) =>
    isMoved && !options.visibility ? [usualLine, ...lines] : lines
  const old = withUsual(before, useLines(before))
  const current = withUsual(now, useLines(now))
  return (
    <ul>
      {old
        .filter((line) => !current.includes(line))
        .map((line) => (
          <li key={line} className="wrap-anywhere">
            <span className="sr-only">{labels.removed} </span>
            <del className={look.removed}>{line}</del>
          </li>
        ))}
      {current.map((line) =>
        old.includes(line) ? (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ) : (
          <li key={line} className="wrap-anywhere">
            <span className="sr-only">{labels.added} </span>
            <ins className={look.added}>{line}</ins>
          </li>
        ),
      )}
    </ul>
  )
}

/** Says that each part of a thread has the content warning. */
export function ThreadWarningNote() {
  const t = useTranslations('options')
  const { language } = useLanguage()
  return (
    <p dir={DIRECTION[language]} className="text-13 text-ink-soft">
      {t('warningOfParts')}
    </p>
  )
}

/** Lists a post's options in words. */
export function PostOptionsList({ options }: { options: PostOptions }) {
  return (
    <ul>
      {useLines(options).map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}

function useLines({ visibility, contentWarning, isSilent, hasLinkPreview }: PostOptions): string[] {
  const t = useTranslations('options')
  return [
    ...(visibility ? [t(`visibilities.${visibility}`)] : []),
    ...(contentWarning ? [t('warningOf', { text: isolate(contentWarning) })] : []),
    ...(isSilent ? [t('said.isSilent')] : []),
    ...(hasLinkPreview === false ? [t('said.noLinkPreview')] : []),
  ]
}
