/** How many recovery codes there are at once. */
export const RECOVERY_CODES = 10
/** Without letters that are read as digits or as each other (Crockford's base 32). */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP = 5
/** 75 bits: nobody finds it from its hash. */
const LENGTH = 15

/** A code of an app as it was meant: with the digits that all alphabets share, and without what is typed between them. */
export function plainCode(typed: string): string {
  return typed
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(/[\s\u200E\u200F\u061C-]/g, '')
}

/** A recovery code as it was meant: letters that it never has are the digits that they look like. */
export function plainRecoveryCode(typed: string): string {
  return plainCode(typed).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
}

/** A recovery code as it is read and copied: `k3v9x-0qm7t-4hwz2`. @param random a byte for each letter */
export function recoveryCodeOf(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length] ?? '')
  const groups = Array.from({ length: LENGTH / GROUP }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP).join(''))
  return groups.join('-')
}
