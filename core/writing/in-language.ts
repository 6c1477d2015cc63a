/** Whether a text is written in the language asked for, by the share of its letters. Quoted names of the other one are fine. */
export function isInLanguage(text: string, language: 'english' | 'arabic'): boolean {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (arabic + latin === 0) return true
  return language === 'arabic' ? arabic > latin : latin > arabic
}
