import { withoutPrefixes } from './tokens.ts'

/** The Latin consonant that usually represents an Arabic letter. Vowels and weak letters have none. */
const CONSONANTS = new Map<string, string>(
  [
    ['ب', 'b'],
    ['پ', 'b'],
    ['تطدضثذ', 't'],
    ['جغقكخگ', 'k'],
    ['سصزظشژ', 's'],
    ['فڤ', 'f'],
    ['ل', 'l'],
    ['م', 'm'],
    ['ن', 'n'],
    ['ر', 'r'],
  ].flatMap(([letters = '', sound = '']) => [...letters].map((letter): [string, string] => [letter, sound])),
)

/**
 * The consonants of a name, so that both scripts give one form: "Okafor" and أوكافور give "kfr". Voiced and voiceless
 * consonants count as equal, because the scripts mix them.
 */
export function consonantsOf(key: string): string {
  const isArabic = /^[\u0600-\u06FF]/u.test(key)
  const sounds = isArabic
    ? [...key.replace(/^ال(?=...)/u, '')].map((letter) => CONSONANTS.get(letter) ?? '').join('')
    : key
        .replace(/^(?:al|el)(?=[b-df-hj-np-tv-z].{2})/, '')
        .replaceAll('ph', 'f')
        .replaceAll('x', 'ks')
        // In French spelling, "ch" is the one letter ش (sh). In English it is تش (t and sh), one consonant more.
        .replace(/(?:tch|ch|sh|sch)/g, (sound) => (sound === 'tch' ? 'ts' : 's'))
        .replace(/[kg]h|ck|ng(?=$)/g, (sound) => (sound === 'ng' ? 'nk' : 'k'))
        .replace(/c(?=[eiy])/g, 's')
        .replace(/[aeiouywh'’]/g, '')
        .replace(/[cgjqk]/g, 'k')
        .replace(/[dt]/g, 't')
        .replace(/[sz]/g, 's')
        .replace(/[fv]/g, 'f')
        .replace(/[bp]/g, 'b')
  return sounds.replace(/(.)\1+/gu, '$1')
}

/** Whether two consonant forms can be the same name. Long names may differ by one consonant. */
export const areAlike = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one === other || (one.length >= 3 && other.length >= 3 && areOneApart(one, other)))

/** Whether replacing, adding or removing one letter makes the words equal. */
function areOneApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  let [aEnd, bEnd] = [a.length, b.length]
  while (aEnd > from && bEnd > from && a[aEnd - 1] === b[bEnd - 1]) [aEnd, bEnd] = [aEnd - 1, bEnd - 1]
  return aEnd - from <= 1 && bEnd - from <= 1
}

export const isArabicKey = (key: string): boolean => /^[\u0600-\u06FF]/u.test(key)

/** Whether two words are the same name: equal without Arabic prefixes, or similar in sound if only one is Arabic. */
export function areOneName(one: string, other: string): boolean {
  if (one === other) return true
  // Latin names may write the parts of a compound as separate names: Mint Bilal for منت بلال.
  if (one.includes(' ') !== other.includes(' '))
    return (
      isArabicKey(one) !== isArabicKey(other) && areOneName(one.split(' ').at(-1) ?? '', other.split(' ').at(-1) ?? '')
    )
  if (isArabicKey(one) !== isArabicKey(other)) {
    const [arabic, latin] = isArabicKey(one) ? [one, other] : [other, one]
    const sound = consonantsOf(latin)
    // Latin letters may keep the article: Lassaad for الأسعد.
    if (arabic.startsWith('ال') && `l${consonantsOf(arabic)}` === sound) return true
    return withoutPrefixes(arabic).some((form) => areAlike(consonantsOf(form), sound))
  }
  return isArabicKey(one) && (withoutPrefixes(other).includes(one) || withoutPrefixes(one).includes(other))
}
