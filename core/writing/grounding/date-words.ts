import { byWord } from '../../word-lists.ts'
import { withoutPrefixes } from './tokens.ts'

// Month names in the spelling of `spellingOf`, including Egyptian, Levantine, Iraqi and Maghrebi names.
export const MONTHS = new Map<string, string>(
  [
    'january jan يناير جانفي',
    'february feb فبراير شباط فيفري',
    'march mar مارس اذار',
    'april apr ابريل نيسان افريل',
    'may مايو ايار ماي مايس',
    'june jun يونيو يونيه حزيران جوان',
    'july jul يوليو يوليه تموز جويليه يوليوز',
    'august aug اغسطس اب اوت غشت',
    'september sep sept سبتمبر ايلول شتنبر',
    'october oct اكتوبر',
    'november nov نوفمبر نونبر',
    'december dec ديسمبر دجنبر',
  ].flatMap((names, n) => names.split(' ').map((name): [string, string] => [name, String(n + 1)])),
)
/** French and German months in the spelling of `spellingOf`. Only French ones start with a small letter. */
export const FOREIGN_MONTHS = new Map<string, string>(
  [
    'janvier janv januar janner',
    'fevrier fevr februar feber',
    'mars marz',
    'avril avr',
    'mai',
    'juin juni',
    'juillet juil juill juli',
    'aout',
    'septembre',
    'octobre oktober okt',
    'novembre',
    'decembre dezember dez',
  ].flatMap((names, n) => names.split(' ').map((name): [string, string] => [name, String(n + 1)])),
)

/** Arabic month names that need "first" or "second" after them. For example, تشرين الأول is October. */
export const NUMBERED_MONTHS = new Map<string, [string, string]>(
  Object.entries({
    تشرين: ['10', '11'],
    كانون: ['12', '1'],
    ربيع: ['h3', 'h4'],
    جمادي: ['h5', 'h6'],
  }),
)
export const ISLAMIC = byWord({
  h1: 'محرم muharram',
  h2: 'صفر safar',
  h7: 'رجب rajab',
  h8: 'شعبان shaban',
  h9: 'رمضان ramadan',
  h10: 'شوال shawwal',
})
export const LAST_ISLAMIC = new Map([
  ['القعده', 'h11'],
  ['الحجه', 'h12'],
])
export const WEEKDAYS = new Map<string, number>(
  [
    'sunday الاحد dimanche sonntag',
    'monday الاثنين الاثنان lundi montag',
    'tuesday الثلاثاء mardi dienstag',
    'wednesday الاربعاء mercredi mittwoch',
    'thursday الخميس jeudi donnerstag',
    'friday الجمعه vendredi freitag',
    'saturday السبت samedi samstag',
  ].flatMap((names, n) => names.split(' ').map((name): [string, number] => [name, n])),
)
export const ORDINALS = new Map<string, number>(
  [
    'first 1st الاول الاولي اول',
    'second 2nd الثاني الثانيه ثاني ثان',
    'third 3rd الثالث الثالثه ثالث',
    'fourth 4th الرابع الرابعه رابع',
  ].flatMap((names, n) => names.split(' ').map((name): [string, number] => [name, n + 1])),
)

/** Whether a word names a month or a weekday. */
export const isDateWord = (key: string): boolean =>
  withoutPrefixes(key).some((form) => MONTHS.has(form) || WEEKDAYS.has(form))
