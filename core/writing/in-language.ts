/**
 * Whether most letters of a text belong to the requested language. Other letters are allowed, because a text may quote
 * foreign names.
 */
export function isInLanguage(text: string, language: 'english' | 'arabic'): boolean {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (arabic + latin === 0) return true
  return language === 'arabic' ? arabic > latin : latin > arabic
}
