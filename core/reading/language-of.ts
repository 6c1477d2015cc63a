/**
 * The language of a text as the first part of a BCP 47 tag, or null. Ignores a declared language that the letters
 * contradict, because many page templates always declare `en`.
 */
export function languageOf(text: string, declared: readonly (string | null | undefined)[] = []): string | null {
  const sample = text.slice(0, 20_000)
  const script = mainScript(sample)
  if (!script) return null
  const languages = LANGUAGES[script]
  const named = declared
    .map((tag) => primarySubtag(tag))
    .find((tag) => tag !== null && (languages?.includes(tag) ?? isWrittenInLatin(tag)))
  if (script === 'Latin') return byFunctionWords(sample) ?? named ?? null
  const seen = byLetters(sample, script)
  return named && !isContradicted(named, seen, sample) ? named : seen
}

/**
 * Whether the letters of a text contradict its declared language. In a short text, missing letters of that language
 * prove nothing.
 */
function isContradicted(named: string, seen: string | null, text: string): boolean {
  if (named === seen) return false
  if (ARABIC.has(named)) return true
  if (named === 'zh' || named === 'yue') return seen === 'ja'
  if (named === 'ja') return text.length > 100
  return seen === 'ar' && text.length > 300
}

const ARABIC: ReadonlySet<string> = new Set(['ar', 'arz', 'ary'])

/** The first part of a language tag: `zh-Hans-CN` and `zh_CN` become `zh`. */
function primarySubtag(tag: string | null | undefined): string | null {
  const first = /^\s*([a-z]{2,3})(?:$|[-_\s,;])/i.exec(`${tag ?? ''} `)?.[1]?.toLowerCase()
  return first ? (OLD_TAGS[first] ?? first) : null
}

const OLD_TAGS: Record<string, string> = { iw: 'he', in: 'id', ara: 'ar', eng: 'en' }

const SCRIPTS = (
  'Latin Arabic Han Hiragana Katakana Hangul Cyrillic Hebrew Greek Thai Devanagari Bengali Tamil Telugu ' +
  'Armenian Georgian'
).split(' ')

/** The script of most letters. Chinese and Japanese characters count more, because each replaces several letters. */
function mainScript(text: string): string | null {
  const counts = LETTERS.map(({ script, letters }) => {
    const count = text.match(letters)?.length ?? 0
    return EAST_ASIAN.test(script)
      ? { script: script === 'Hangul' ? script : 'Han', count: 3 * count }
      : { script, count }
  })
  const best = counts.reduce((most, next) => (next.count > most.count ? next : most))
  return best.count > 0 ? best.script : null
}

const EAST_ASIAN = /^(?:Han|Hiragana|Katakana|Hangul)$/
const LETTERS = SCRIPTS.map((script) => ({ script, letters: new RegExp(`\\p{Script=${script}}`, 'gu') }))

/** Languages of each script except Latin, most likely first. */
const LANGUAGES: Record<string, readonly string[] | undefined> = {
  Arabic: ['ar', 'fa', 'ur', 'ps', 'ckb', 'ku', 'ug', 'sd', 'arz', 'ary', 'arc', 'prs'],
  Han: ['zh', 'ja', 'yue'],
  Hangul: ['ko'],
  Cyrillic: ['ru', 'uk', 'bg', 'sr', 'be', 'mk', 'kk', 'ky', 'mn', 'tg', 'tt', 'uz', 'bs'],
  Hebrew: ['he', 'yi'],
  Greek: ['el'],
  Thai: ['th'],
  Devanagari: ['hi', 'mr', 'ne', 'sa'],
  Bengali: ['bn', 'as'],
  Tamil: ['ta'],
  Telugu: ['te'],
  Armenian: ['hy'],
  Georgian: ['ka'],
}

const isWrittenInLatin = (tag: string): boolean =>
  ALSO_LATIN.has(tag) || !Object.values(LANGUAGES).some((languages) => languages?.includes(tag))

const ALSO_LATIN: ReadonlySet<string> = new Set(['sr', 'bs', 'uz', 'kk', 'ku', 'tt', 'ug'])

function byLetters(text: string, script: string): string | null {
  if (script === 'Arabic') {
    const all = text.match(/\p{Script=Arabic}/gu)?.length ?? 0
    // Detects letters that only one of the languages has. They must exceed two percent of the Arabic letters, so that a
    // few foreign names do not count.
    const found = OWN_LETTERS.find(([, letters]) => (text.match(letters)?.length ?? 0) > all * 0.02)
    return found?.[0] ?? 'ar'
  }
  if (script === 'Han') return /[\p{Script=Hiragana}\p{Script=Katakana}]{2}/u.test(text) ? 'ja' : 'zh'
  if (script === 'Cyrillic') return /[іїєґ]/iu.test(text) ? 'uk' : 'ru'
  return LANGUAGES[script]?.[0] ?? null
}

const OWN_LETTERS = [
  ['ur', /[ٹڈڑںےہھ]/gu],
  ['ckb', /[ڕڵۆێە]/gu],
  ['ps', /[ټډړږښڼې]/gu],
  ['fa', /[پچژگکی]/gu],
] as const

function byFunctionWords(text: string): string | null {
  // Skips single letters, because they are often list markers or variables.
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  const counts = Object.entries(FUNCTION_WORDS).map(([language, commonest]) => ({
    language,
    count: words.filter((word) => commonest.has(word)).length,
  }))
  counts.sort((a, b) => b.count - a.count)
  const [best, second] = counts
  if (!best || words.length < 20 || best.count < words.length * 0.12) return null
  return best.count > (second?.count ?? 0) * 1.5 ? best.language : null
}

const wordSet = (words: string) => new Set(words.split(' '))

const FUNCTION_WORDS: Record<string, ReadonlySet<string>> = {
  en: wordSet('the of and to in that is was for with as on it by from at this are be have has not which their were'),
  fr: wordSet('le la les de des du et est une un que qui dans pour pas sur au aux par plus avec ce il elle sont son'),
  de: wordSet('der die das und ist nicht ein eine den dem des von zu mit sich auf für im auch wird werden als an sind'),
  es: wordSet('el la los las de del que en un una por con para se su es al lo como más pero fue son'),
  pt: wordSet('os as de do da dos das que em um uma por com para se no na não mais como ao foi são'),
  it: wordSet('il lo la gli le di del della dei che in un una per con non si sono da al nel più come'),
  nl: wordSet('de het een en van in is dat op te voor met zijn niet aan er ook als bij door naar werd'),
  tr: wordSet('ve bir bu için ile de da olarak daha çok olan en gibi kadar sonra ancak ise var olduğu göre'),
  id: wordSet('yang dan di dari untuk dengan pada ini itu dalam tidak adalah akan ke oleh juga sebagai telah'),
  sv: wordSet('och att det som en är på för av med den till har inte om ett var vid från men'),
}
