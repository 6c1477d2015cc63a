import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { isolate } from '../../lib/isolate.ts'
import type { Source } from './source.ts'

export function useSourceFacts(): (source: Source, more?: { withAuthor: boolean }) => string[] {
  const t = useTranslations('composer.source')
  const locale = useLocale()
  return ({ siteName, author, pageCount, wordCount, language }, { withAuthor } = { withAuthor: false }) =>
    [
      siteName && isolate(siteName),
      withAuthor && author && isolate(author),
      pageCount !== null && t('pages', { count: pageCount }),
      t('words', { count: wordCount }),
      language && languageName(language, locale),
    ].filter((fact): fact is string => Boolean(fact))
}

function languageName(tag: string, locale: string): string | null {
  try {
    return new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(tag) ?? null
  } catch {
    return null // `Intl.DisplayNames` throws for an invalid language, which a page may declare.
  }
}

const KB = 1_024

export function useFileSize(): (sizeBytes: number) => string {
  const format = useFormatter()
  return (sizeBytes) => {
    const isLarge = sizeBytes >= KB * KB
    return format.number(sizeBytes / (isLarge ? KB * KB : KB), {
      style: 'unit',
      unit: isLarge ? 'megabyte' : 'kilobyte',
      maximumFractionDigits: isLarge ? 1 : 0,
    })
  }
}
