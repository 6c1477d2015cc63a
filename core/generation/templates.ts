import { TEMPLATES_AR } from './templates-ar.ts'
import { TEMPLATES_EN } from './templates-en.ts'
import type { Templates } from './template.ts'
import type { OutputLanguage } from './words.ts'

export function templatesFor(language: OutputLanguage): Templates {
  return language === 'arabic' ? TEMPLATES_AR : TEMPLATES_EN
}
