/** Whether a text has no line breaks, control characters or characters that change the direction of other text. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text)

/** Whether a text has at least one visible character. */
export const isVisible = (text: string): boolean =>
  /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
