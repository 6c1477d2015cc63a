import { containsAddress } from '#core/people/address-in-text.ts'

/** Characters that look like a letter of "frogy" after Unicode decomposition. Upper and lower case count as equal. */
const LOOKALIKES: Record<string, string> = {
  f: 'fꜰƒϝſքғꞙꟻⅎẝᵮꬵꝼ₣ᖴꓝ𐊇𐊥𐔥𑢢𑣂',
  r: 'rгᴦꭇꭈʀʁɹɾɼɍɽᵲᵳꞧꞃяᴙꮁ®ᎡᏒᖇꓣᚱ𐒴𖼵₹',
  o: 'o0оοօσөøɵᴏᴑⲟ০੦૦०௦౦೦൦๐໐၀٠۰٥۵߀هהסഠංဝዐჿⵔꓳᎾᏫ𐊒𐊫𐐬𐓪𐔖〇¤',
  g: 'gɡցƍ96qԍᶃǥɢɠᵹ₲ᏀᏳᘜꓖ',
  y: 'yуүγυყʏɣỿɏƴꭹᎩᎽұ¥ꓬ𐊲𑢤',
}
const LETTER_OF = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, all]) => [...all].map((one) => [one.toLowerCase(), letter])),
)
const ARABIC: Record<string, string> = { ى: 'ي', ی: 'ي', ې: 'ي', ے: 'ي', گ: 'ج', چ: 'ج', ڨ: 'ج', ڤ: 'ف' }

/** The first characters of alphabets that Unicode does not decompose: white on black, and the letters of flags. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6]
const SYMBOL = /[\p{So}\p{Sm}\p{Sc}*@#&%]/u
const ANY = '?'

/**
 * Reduces a word to a form that is the same for all words that look alike. Removes accents, invisible characters,
 * punctuation and repeated letters.
 */
function skeletonOf(word: string, symbol: '' | typeof ANY): string {
  const letters = word.normalize('NFKD').toLowerCase().replaceAll('ـ', '')
  return collapse([...letters].map(seen).join(''))

  function seen(character: string): string {
    const known = LETTER_OF.get(character) ?? ARABIC[character] ?? flatLetter(character)
    if (known) return known
    return SYMBOL.test(character) ? symbol : /[\p{L}\p{N}]/u.test(character) ? character : ''
  }
}

function flatLetter(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0
  const first = ALPHABETS.find((from) => code >= from && code < from + 26)
  return first === undefined ? undefined : String.fromCodePoint(0x61 + code - first)
}

const collapse = (text: string): string =>
  [...text].filter((character, index, all) => character !== all[index - 1]).join('')

const NAMES = ['frogy', 'فروجي']
const LENGTH = 5
/** The maximum number of words that are joined to find the name "Frogy". A name in more pieces is unreadable. */
const MOST_WORDS = 10
/**
 * Other spellings of "Frogy". They count only as a whole word, because `frogi` also begins "Frog Insights", and فروغ is
 * a name of people.
 */
const SPELLINGS = /^(?:(?:frog|phrog)(?:y|i|ie|ey)|(?:ال)?فرو[قغ]ي)$/

/** Whether `text` contains the name at `at`, where at most two symbols stand for letters. */
function containsAt(text: string[], name: string, at: number): boolean {
  const part = text.slice(at, at + name.length)
  const symbols = part.filter((character) => character === ANY).length
  return symbols <= 2 && [...name].every((letter, index) => part[index] === letter || part[index] === ANY)
}

function resembles(word: string): boolean {
  const characters = [...word]
  return SPELLINGS.test(word) || NAMES.some((name) => characters.some((_, at) => containsAt(characters, name, at)))
}

/**
 * Whether a program's name looks like "Frogy" or its Arabic form فروجي. A name in pieces counts if it begins and ends
 * with a word: "Fro gy", but not "Frog Yard".
 */
function imitatesFrogy(name: string): boolean {
  return (['', ANY] as const).some((symbol) => {
    const words = name
      .split(/\s+/)
      .map((word) => skeletonOf(word, symbol))
      .filter((word) => word !== '')
    return words.some(resembles) || words.some((_, index) => joinsToName(words, index))
  })
}

/** Whether this word and the following ones, joined, are exactly Frogy's name. */
function joinsToName(words: string[], from: number): boolean {
  let joined = ''
  for (let index = from; index < Math.min(words.length, from + MOST_WORDS); index++) {
    joined = collapse(joined + words[index])
    if (joined.length === LENGTH && resembles(joined)) return true
  }
  return false
}

/** How much of a program's name is checked, in characters, so that the check takes bounded time. Up to 80 are shown. */
const LONGEST = 500

/**
 * A program's name as one line of plain text. A program chooses it freely, so a name is omitted if it looks like Frogy
 * or contains an address. `Claude Code (frogy)` becomes `Claude Code`: assistants append their name for this server.
 */
export function clientName(given: string | undefined): string | undefined {
  const name = (given ?? '')
    .slice(0, LONGEST)
    .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}\s]+/gu, ' ')
    .trim()
  const [own = ''] = imitatesFrogy(name) ? (/^[^(]+(?= \([^()]*\)$)/.exec(name) ?? []) : [name]
  if (own === '' || imitatesFrogy(own) || containsAddress(own)) return undefined
  return own.slice(0, 80).toWellFormed()
}
