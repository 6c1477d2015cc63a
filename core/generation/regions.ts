import type { ProfessionalRequest } from './professional.ts'

type Country = ProfessionalRequest['variables']['countryRegion']

/** What a writer has to know of the readers' country: its name, its weekend, and what is usual there. */
interface Region {
  name: string
  /** The working week, for examples that are in the right days. */
  weekend: string
  /** Its money, and words that are usual in business there, where they differ. */
  usage: string
}

const GULF = 'business is formal and courteous; titles are used'

const REGIONS: Record<Exclude<Country, 'global'>, Region> = {
  saudi_arabia: {
    name: 'Saudi Arabia',
    weekend: 'Friday and Saturday',
    usage: `${GULF}; the currency is the riyal; say منشأة for a company and منسوبون for its staff where Arabic is written`,
  },
  uae: {
    name: 'the United Arab Emirates',
    weekend: 'Saturday and Sunday, with a half day on Friday',
    usage: `readers come from many countries; the currency is the dirham; plain words that all of them share`,
  },
  egypt: {
    name: 'Egypt',
    weekend: 'Friday and Saturday',
    usage: 'warmer and more direct than in the Gulf; the currency is the pound (جنيه)',
  },
  kuwait: { name: 'Kuwait', weekend: 'Friday and Saturday', usage: `${GULF}; the currency is the dinar` },
  qatar: { name: 'Qatar', weekend: 'Friday and Saturday', usage: `${GULF}; the currency is the riyal` },
  bahrain: { name: 'Bahrain', weekend: 'Friday and Saturday', usage: `${GULF}; the currency is the dinar` },
  oman: { name: 'Oman', weekend: 'Friday and Saturday', usage: `${GULF}; the currency is the rial` },
  jordan: {
    name: 'Jordan',
    weekend: 'Friday and Saturday',
    usage: 'months are called كانون الثاني, شباط, آذار …; the currency is the dinar',
  },
  lebanon: {
    name: 'Lebanon',
    weekend: 'Saturday and Sunday',
    usage:
      'months are called كانون الثاني, شباط, آذار …; readers are used to three languages; no side is taken between communities',
  },
  morocco: {
    name: 'Morocco',
    weekend: 'Saturday and Sunday',
    usage:
      'months are called يناير, فبراير … غشت, شتنبر; the currency is the dirham; French terms are common in business',
  },
}

/** What a writer is told of the readers' country; undefined where they may be anywhere. */
export function aboutCountry(country: Country): string | undefined {
  if (country === 'global') return undefined
  const { name, weekend, usage } = REGIONS[country]
  return `Its readers are in ${name}: the weekend is ${weekend}; ${usage}. Name a religious occasion only where the material does, without greetings that presume a reader's faith, and no jokes about faith, family or rulers. No alcohol, gambling or dating as examples.`
}
