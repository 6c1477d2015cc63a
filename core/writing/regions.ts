import type { ProfessionalRequest } from './professional.ts'

export type Country = Exclude<ProfessionalRequest['variables']['countryRegion'], 'global'>

interface Region {
  name: string
  /** The weekend of the country, so that examples use its working days. */
  weekend: string
  manners: string
  /** Currency and local words of the country. */
  usage: string
  occasions: string
}

const FEASTS = 'Ramadan, Eid al-Fitr and Eid al-Adha'
const TITLES = 'business is formal and courteous, and titles are used'
const LEVANT_MONTHS = 'months are called كانون الثاني, شباط, آذار …'

const REGIONS: Record<Country, Region> = {
  saudi_arabia: {
    name: 'Saudi Arabia',
    weekend: 'Friday and Saturday',
    manners: TITLES,
    usage: 'the currency is the riyal; say منشأة for a company and منسوبون for its staff where Arabic is written',
    occasions: `${FEASTS}, the hajj season, Founding Day (22 February), National Day (23 September)`,
  },
  uae: {
    name: 'the United Arab Emirates',
    weekend: 'Saturday and Sunday, with a half day on Friday',
    manners: 'readers come from many countries: courteous, and plain words that all of them share',
    usage: 'the currency is the dirham',
    occasions: `${FEASTS}, National Day (2 and 3 December); many readers keep other feasts`,
  },
  egypt: {
    name: 'Egypt',
    weekend: 'Friday and Saturday',
    manners: 'warmer and more direct than in the Gulf, and still by title with strangers',
    usage: 'the currency is the pound (جنيه)',
    occasions: `${FEASTS}, Coptic Christmas (7 January), Sham el-Nessim in spring, 6 October`,
  },
  kuwait: {
    name: 'Kuwait',
    weekend: 'Friday and Saturday',
    manners: TITLES,
    usage: 'the currency is the dinar',
    occasions: `${FEASTS}, National Day and Liberation Day (25 and 26 February)`,
  },
  qatar: {
    name: 'Qatar',
    weekend: 'Friday and Saturday',
    manners: TITLES,
    usage: 'the currency is the riyal',
    occasions: `${FEASTS}, National Sport Day in February, National Day (18 December)`,
  },
  bahrain: {
    name: 'Bahrain',
    weekend: 'Friday and Saturday',
    manners: TITLES,
    usage: 'the currency is the dinar',
    occasions: `${FEASTS}, Ashura, National Day (16 December)`,
  },
  oman: {
    name: 'Oman',
    weekend: 'Friday and Saturday',
    manners: `${TITLES}; restraint is liked, and loud praise is not`,
    usage: 'the currency is the rial',
    occasions: `${FEASTS}, National Day in November`,
  },
  jordan: {
    name: 'Jordan',
    weekend: 'Friday and Saturday',
    manners: 'courteous and rather direct',
    usage: `${LEVANT_MONTHS}; the currency is the dinar`,
    occasions: `${FEASTS}, Christmas, Independence Day (25 May)`,
  },
  lebanon: {
    name: 'Lebanon',
    weekend: 'Saturday and Sunday',
    manners: 'informal and quick; readers are used to three languages; no side is taken between communities',
    usage: `${LEVANT_MONTHS}; prices are said in dollars or in pounds, and in which is said`,
    occasions:
      'the feasts of several communities (both Eids, Ashura, Christmas, two Easters), Independence Day (22 November)',
  },
  morocco: {
    name: 'Morocco',
    weekend: 'Saturday and Sunday',
    manners: 'courteous, and plain in tone; French terms are common in business',
    usage: 'months are called يناير, فبراير … غشت, شتنبر; the currency is the dirham',
    occasions: `${FEASTS}, the Amazigh new year (14 January), Throne Day (30 July), the Green March (6 November)`,
  },
}

const GUARD =
  "Name an occasion only where the material does, without greetings that presume a reader's faith; no jokes about faith, family or rulers. No alcohol, gambling or dating as examples."

export function aboutReaders(country: Country): string {
  const { name, weekend, manners, usage, occasions } = REGIONS[country]
  return `Its readers are in ${name}: the weekend is ${weekend}; ${manners}; ${usage}. Days that they know: ${occasions}. ${GUARD}`
}

/** Advice for the model when only the author's country is known, because the readers may be anywhere. */
export function aboutAuthor(country: Country): string {
  const { name, weekend, occasions } = REGIONS[country]
  return `Its author writes from ${name}, and many readers may be there: where working days matter, the weekend is ${weekend}. Days that they know: ${occasions}. ${GUARD}`
}

const ZONES = new Map<string, Country>([
  ['Asia/Riyadh', 'saudi_arabia'],
  ['Asia/Dubai', 'uae'],
  ['Africa/Cairo', 'egypt'],
  ['Asia/Kuwait', 'kuwait'],
  ['Asia/Qatar', 'qatar'],
  ['Asia/Bahrain', 'bahrain'],
  ['Asia/Muscat', 'oman'],
  ['Asia/Amman', 'jordan'],
  ['Asia/Beirut', 'lebanon'],
  ['Africa/Casablanca', 'morocco'],
])

export const countryOf = (timeZone: string | null): Country | undefined => ZONES.get(timeZone ?? '')
