import { containsAddress } from '#core/people/address-in-text.ts'

/** Letters that look like those of "frogy", after Unicode decomposition and in lower case. */
const LOOKALIKES: Record<string, string> = {
  f: 'fƒϝſքғꞙẝᵮꬵ',
  r: 'rгᴦꭇꭈʀɾɼɍɽᵲᵳяꮁ',
  o: 'o0оοօσөøɵᴏᴑ०০੦૦०௦౦೦൦๐໐၀٠۰٥۵هהסഠංဝჿ◯○●◦⊙',
  g: 'gɡցƍ9ԍᶃǥɢɠᵹ',
  y: 'yуүγυყʏɣỿყɏƴꭹᎩꮍұ',
}
const LETTER_OF = new Map(Object.entries(LOOKALIKES).flatMap(([letter, all]) => [...all].map((one) => [one, letter])))
const ARABIC: Record<string, string> = { ى: 'ي', ی: 'ي', ې: 'ي', ے: 'ي', گ: 'ج', چ: 'ج', ڨ: 'ج', غ: 'ج', ڤ: 'ف' }

/** The name as a reader sees it: without accents, invisible characters, spaces and repeated letters. */
function skeletonOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{So}\p{Sm}]|ـ/gu, '')
  return [...letters]
    .map((letter) => LETTER_OF.get(letter) ?? ARABIC[letter] ?? letter)
    .filter((letter, index, all) => letter !== all[index - 1])
    .join('')
}

/** Whether a program's name looks like "Frogy" or its Arabic form فروجي. */
export const imitatesFrogy = (name: string): boolean => /frogy|فروجي/.test(skeletonOf(name))

/**
 * A program's name as one line of plain text. A program chooses it freely, so a name is omitted if it looks like Frogy
 * or contains an address. `Claude Code (frogy)` becomes `Claude Code`: assistants append their name for this server.
 */
export function clientName(given: string | undefined): string | undefined {
  const name = (given ?? '').replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}\s]+/gu, ' ').trim()
  const [own = ''] = imitatesFrogy(name) ? (/^[^(]+(?= \([^()]*\)$)/.exec(name) ?? []) : [name]
  if (own === '' || imitatesFrogy(own) || containsAddress(own)) return undefined
  return own.slice(0, 80).toWellFormed()
}
