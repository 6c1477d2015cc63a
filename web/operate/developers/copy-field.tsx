import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Copy } from '../../ui/icons.ts'

export function CopyField({ label, text, onCopied }: { label: string; text: string; onCopied?: () => void }) {
  return (
    <div className="flex items-center gap-2">
      <input
        readOnly
        dir="ltr"
        aria-label={label}
        value={text}
        onFocus={({ target }) => target.select()}
        onCopy={onCopied}
        className="min-h-11 min-w-0 flex-1 rounded-control bg-surface px-2.5 font-mono text-16 text-ellipsis lg:min-h-8.5 lg:text-13"
      />
      <CopyButton text={text} onCopied={onCopied} />
    </div>
  )
}

export function CopyButton({ text, onCopied }: { text: string; onCopied?: (() => void) | undefined }) {
  const t = useTranslations('developers')
  async function copy() {
    if (await copyText(text, { title: t('copied') }, t('copyFailed'))) onCopied?.()
  }
  return (
    <Button size="sm" onClick={() => void copy()}>
      <Copy size={16} strokeWidth={1.75} />
      {t('copy')}
    </Button>
  )
}
