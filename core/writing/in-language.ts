import { wordKey, wordsOf } from '../words.ts'
import { wordSet } from '../word-lists.ts'

const ENGLISH = wordSet(
  `the of and to in is that for with on was are this from at by have has not but they their which its were been when more
  than then who what about into after before would will can could there these those does did had how why it be as an or
  if we our you your he she his her them so no only while each because`,
)
const ARABIC = wordSet(
  [
    'من في على إلى عن مع هذا هذه ذلك تلك التي الذي الذين هو هي هم كان كانت يكون تكون ليس لا لم لن ما أن إن أنه أنها لأن لكن أو ثم بل حتى إذا كما',
    'كل قد عند عندما حيث بين خلال بعد قبل تحت منذ له لها فيه فيها منه منها به بها عليه عليها وهو وهي وفي ومن وعلى وإلى وما ولا ولم وقد كيف لماذا هل أين متى أي نحو حين',
  ]
    .join(' ')
    .split(' ')
    .map(wordKey)
    .join(' '),
)
/** Function words of other languages in Latin or Arabic script. None of them is an English word. */
const OTHER_LATIN = wordSet(
  `les des est une dans pour avec sont qui nous vous pas cette los las por con para una del como está pero más der das und
  ist nicht mit eine für auch wird ein bir ve için bu ile olarak`,
)
const OTHER_ARABIC = wordSet('است این که را می های برای ہے کے کی میں سے نے اور')

/**
 * Whether a text is in the requested language. Decides by function words, or else by letters. Ignores capitalized words
 * and words from `given`, which may be foreign names.
 */
export function isInLanguage(text: string, language: 'english' | 'arabic', given = ''): boolean {
  const words = wordsOf(text.slice(0, LONGEST))
  const count = (list: ReadonlySet<string>) => words.filter((word) => list.has(wordKey(word))).length
  const [english, arabic] = [count(ENGLISH), count(ARABIC)]
  const wanted = language === 'arabic' ? arabic : english
  if (english !== arabic) {
    const others = language === 'arabic' ? countOf(words, OTHER_ARABIC) : count(OTHER_LATIN)
    return wanted === Math.max(english, arabic) && others <= wanted
  }
  if (english + arabic === 0 && count(OTHER_LATIN) + countOf(words, OTHER_ARABIC) >= MIN_OTHER_WORDS) return false
  const known =
    given === '' ? undefined : new Set(wordsOf(given.slice(0, LONGEST_GIVEN)).map((word) => word.toLowerCase()))
  const [wantedScript, otherScript] =
    language === 'arabic'
      ? [/\p{Script=Arabic}/gu, /\p{Script=Latin}/gu]
      : [/\p{Script=Latin}/gu, /\p{Script=Arabic}/gu]
  const lettersIn = (script: RegExp, of: readonly string[]) =>
    of.reduce((sum, word) => sum + (word.match(script)?.length ?? 0), 0)
  const foreign = words.filter(
    (word) => !(known?.has(word.toLowerCase()) || (language === 'arabic' && /\p{Lu}/u.test(word))),
  )
  const [own, other] = [lettersIn(wantedScript, words), lettersIn(otherScript, foreign)]
  if (own + lettersIn(otherScript, words) === 0) return true
  return own > other
}

const countOf = (words: readonly string[], list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length

const MIN_OTHER_WORDS = 5
const LONGEST = 20_000
const LONGEST_GIVEN = 100_000
