/** Drawn profile pictures of the invented users and logos of their Pages, as SVG of 80 by 80. */

const shoulders = (colour: string) => `<path d="M8 84c2-18 14-25 32-25s30 7 32 25z" fill="${colour}"/>`
const neck = (skin: string) => `<path d="M33 52h14v10c0 5-14 5-14 0z" fill="${skin}" opacity=".82"/>`
const head = (skin: string) => `<ellipse cx="40" cy="37" rx="15" ry="18" fill="${skin}"/>`
const eyes = (colour = '#2B2A26') =>
  `<circle cx="34" cy="37" r="1.7" fill="${colour}"/><circle cx="46" cy="37" r="1.7" fill="${colour}"/>`
const brows = (colour: string) =>
  `<path d="M30.500 32.500q3.500-2.200 6.500-.4M43 32.100q3-1.800 6.500.4" stroke="${colour}" stroke-width="1.500" fill="none" stroke-linecap="round"/>`
const nose =
  '<path d="M40 38.500v4.500h-1.800" stroke="#000" stroke-opacity=".24" stroke-width="1.400" fill="none" stroke-linecap="round"/>'
const smile = (colour = '#8C3B2E') =>
  `<path d="M35 47q5 4 10 0" stroke="${colour}" stroke-width="1.800" fill="none" stroke-linecap="round"/>`
const scarf = (colour: string, fold: string) =>
  `<path d="M40 12c-16 0-23 12-22 28 .6 12-3 20-8 26h60c-5-6-8.600-14-8-26 1-16-6-28-22-28zm0 9c9 0 14 7 14 16s-5 19-14 19-14-10-14-19 5-16 14-16z" fill="${colour}"/><path d="M24 54c6 9 26 9 32 0" stroke="${fold}" stroke-width="2" fill="none"/>`

const FACES = {
  tealScarf: [
    '#D9E6DC',
    shoulders('#1F5B57'),
    head('#E3B48F'),
    scarf('#2C7A74', '#1F5B57'),
    brows('#3A2A20'),
    eyes(),
    nose,
    smile(),
  ],
  beard: [
    '#E6DFCF',
    shoulders('#F4F1E8'),
    neck('#C48F66'),
    head('#CF9C72'),
    '<path d="M25 38c0 15 6 20 15 20s15-5 15-20c-2 6-5 7-8 7-4-2-10-2-14 0-3 0-6-1-8-7z" fill="#2A211B"/>',
    '<path d="M24 34c-1-14 6-19 16-19s17 5 16 19c-2-7-5-10-7-10-6 2-12 2-18 0-2 0-5 3-7 10z" fill="#2A211B"/>',
    brows('#2A211B'),
    eyes(),
    nose,
    '<path d="M36 48.500q4 2.400 8 0" stroke="#E8B7A2" stroke-width="1.800" fill="none" stroke-linecap="round"/>',
  ],
  fairBun: [
    '#DDE1EC',
    '<circle cx="40" cy="13" r="7.500" fill="#C99A4B"/>',
    shoulders('#B5533C'),
    neck('#EFC9AC'),
    head('#F5D3B8'),
    '<path d="M24.500 36c-2-15 6-21 15.500-21s17.500 6 15.500 21c-2-6-4-9.500-6.500-11-6 3-13 3-19 1-2.500 2-4 5-5.500 10z" fill="#D8AC5E"/>',
    brows('#A57C38'),
    eyes('#33515C'),
    nose,
    smile('#A3473A'),
  ],
  plumScarf: [
    '#EBDDE0',
    shoulders('#52304A'),
    head('#D9A57F'),
    scarf('#6E4264', '#52304A'),
    brows('#2F211B'),
    eyes(),
    nose,
    smile('#96403A'),
  ],
  glasses: [
    '#D3E1E6',
    shoulders('#34495E'),
    neck('#D7A880'),
    head('#E2B68F'),
    '<path d="M24 35c-2-13 5-21 16-21 9 0 18 6 16 21-1.500-4-2.500-7-4-9-8 1-14-1-17-4-2 4-6 6-9 6-1 2-1.500 4-2 7z" fill="#3B2B22"/>',
    brows('#3B2B22'),
    eyes(),
    '<g fill="none" stroke="#22313C" stroke-width="1.600"><circle cx="34" cy="37.500" r="5"/><circle cx="46" cy="37.500" r="5"/><path d="M39 37h2M29 36.500l-3.500-1M51 36.500l3.500-1"/></g>',
    nose,
    smile(),
  ],
  truck: [
    '#24505E',
    '<path d="M14 30h32v24H14zM48 37h10l8 9v8H48z" fill="#F4F1E8"/>',
    '<circle cx="26" cy="57" r="6" fill="#F4F1E8" stroke="#24505E" stroke-width="3"/><circle cx="55" cy="57" r="6" fill="#F4F1E8" stroke="#24505E" stroke-width="3"/>',
  ],
  cup: [
    '#6B3F2A',
    '<path d="M22 34h30v10c0 10-6 16-15 16s-15-6-15-16z" fill="#F6E7D2"/>',
    '<path d="M52 37h4a6 6 0 0 1 0 12h-5" fill="none" stroke="#F6E7D2" stroke-width="4"/>',
    '<path d="M31 28q-4-4 0-8M42 28q-4-4 0-8" fill="none" stroke="#F6E7D2" stroke-width="3" stroke-linecap="round"/>',
  ],
} as const

type Face = keyof typeof FACES

const FACE_OF: Record<string, Face> = {
  'Layla Haddad': 'tealScarf',
  'عمر القحطاني': 'beard',
  'Maya Lindqvist': 'fairBun',
  'نورة العتيبي': 'plumScarf',
  'سارة العمري': 'plumScarf',
  'Tomás Rivera': 'glasses',
  'Kenji Watanabe': 'glasses',
  'Tom Becker': 'glasses',
  'Najd Logistics': 'truck',
  'مقهى البركة': 'cup',
}

/** The profile picture of an invented user or the logo of a Page; undefined for an unknown name. */
export function faceOf(name: string): string | undefined {
  const face = FACE_OF[name]
  if (!face) return undefined
  const [ground, ...parts] = FACES[face]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="400" height="400"><rect width="80" height="80" fill="${ground}"/>${parts.join('')}</svg>`
}
