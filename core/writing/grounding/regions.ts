import type { EvidenceText } from './evidence.ts'

/** Whether `key` and a word of the source are a country and its irregular adjective, such as Netherlands and Dutch. */
export const isPeopleOf = (key: string, { words }: Pick<EvidenceText, 'words'>): boolean =>
  PEOPLES.some(([people, country]) => (key === people && words.has(country)) || (key === country && words.has(people)))

const PEOPLES = [
  ['dutch', 'netherlands'],
  ['french', 'france'],
  ['spanish', 'spain'],
  ['welsh', 'wales'],
  ['danish', 'denmark'],
  ['greek', 'greece'],
  ['turkish', 'turkey'],
  ['swiss', 'switzerland'],
  ['finnish', 'finland'],
  ['british', 'kingdom'],
  ['emirati', 'emirates'],
  ['saudi', 'arabia'],
  ['polish', 'poland'],
] as const

/** Whether `key` is a region of which the source names at least two countries: the Baltics for Estonia and Latvia. */
export const isRegionOf = (key: string, { words }: Pick<EvidenceText, 'words'>): boolean =>
  (REGIONS.get(key) ?? []).filter((names) => names.split('/').some((name) => words.has(name))).length >= 2

/** The countries of regions by their own names and adjectives. */
const REGIONS = new Map(
  (
    [
      ['baltic baltics', 'estonia/estonian/estonians latvia/latvian/latvians lithuania/lithuanian/lithuanians'],
      ['benelux', 'belgium/belgian/belgians netherlands/dutch luxembourg'],
      ['scandinavia scandinavian', 'sweden/swedish denmark/danish norway/norwegian'],
      ['nordic nordics', 'sweden/swedish denmark/danish norway/norwegian finland/finnish iceland/icelandic'],
      ['iberia iberian', 'spain/spanish portugal/portuguese'],
      ['maghreb', 'morocco/moroccan algeria/algerian tunisia/tunisian libya/libyan mauritania'],
      ['gulf', 'saudi emirates/uae/emirati qatar/qatari kuwait/kuwaiti bahrain/bahraini oman/omani'],
      ['levant', 'lebanon/lebanese syria/syrian jordan/jordanian palestine/palestinian'],
      [
        'balkan balkans',
        'serbia/serbian croatia/croatian bosnia albania/albanian kosovo montenegro bulgaria/bulgarian',
      ],
      ['caucasus', 'georgia/georgian armenia/armenian azerbaijan'],
    ] as const
  ).flatMap(([regions, countries]) =>
    regions.split(' ').map((region): [string, string[]] => [region, countries.split(' ')]),
  ),
)
