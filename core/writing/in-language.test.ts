import { describe, expect, test } from 'vitest'
import { isInLanguage } from './in-language.ts'

describe('language of a post', () => {
  test.each([
    'أطلقنا دعم Microsoft Teams و Google Workspace و Salesforce Marketing Cloud في تطبيق Frogy من اليوم.',
    'قارنوا GitHub Actions وGitLab CI/CD وJenkins Pipelines قبل الاختيار من بين الأدوات.',
    'Kubernetes, Terraform, Prometheus, Grafana: أربع أدوات في فريق واحد.',
  ])('accepts an Arabic post with English product names: %s', (text) => {
    expect(isInLanguage(text, 'arabic')).toBe(true)
    expect(isInLanguage(text, 'english')).toBe(false)
  })

  test('accepts lower-case product names that occur in the source', () => {
    const text = 'مقارنة سريعة: next.js, nuxt, sveltekit, remix, astro, gatsby, eleventy'
    expect(isInLanguage(text, 'arabic')).toBe(false)
    expect(isInLanguage(text, 'arabic', 'next.js nuxt sveltekit remix astro gatsby eleventy')).toBe(true)
  })

  test.each([
    'The ministry of «الموارد البشرية والتنمية الاجتماعية» and «هيئة الاتصالات والفضاء والتقنية» have published the rules.',
    'Say «مرحبًا بكم في مدينتنا الجميلة» to guests when they arrive.',
  ])('accepts an English post with Arabic names: %s', (text) => {
    expect(isInLanguage(text, 'english')).toBe(true)
    expect(isInLanguage(text, 'arabic')).toBe(false)
  })

  test.each([
    ['This is English after all.', 'arabic'],
    ['الفريق في الرياض وفّر الوقت على الموظفين من اليوم الأول.', 'english'],
    ["L'équipe est dans une salle avec les clients pour une réunion qui dure des heures.", 'english'],
    ['این یک متن فارسی است که برای تیم می نویسیم و آن را منتشر می کنیم.', 'arabic'],
  ] as const)('rejects %j as a post in %s', (text, language) => {
    expect(isInLanguage(text, language)).toBe(false)
  })

  test.each(['', '2030 👍', 'Trust.'])('accepts a short text as English: %j', (text) => {
    expect(isInLanguage(text, 'english')).toBe(true)
  })
})
