export const RECOVERY_CODES = 10
/** Crockford's base 32. It has no letters that look like digits or like each other. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP = 5
/** The number of letters of a code. 15 letters have 75 bits, too many to guess the code behind a hash. */
const LENGTH = 15

/** Normalizes a typed authenticator code to ASCII digits without separators. */
export function plainCode(typed: string): string {
  return typed
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(/[\s\u200E\u200F\u061C-]/g, '')
}

/** Normalizes a typed recovery code. Letters that look like a digit become that digit. */
export function plainRecoveryCode(typed: string): string {
  return plainCode(typed).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
}

/** Formats a recovery code for display: `k3v9x-0qm7t-4hwz2`. @param random one byte per letter */
export function recoveryCodeOf(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length] ?? '')
  const groups = Array.from({ length: LENGTH / GROUP }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP).join(''))
  return groups.join('-')
}
