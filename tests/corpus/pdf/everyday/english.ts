import * as texts from '../texts.ts'
import type { Layout } from './layout.ts'
import { field, heading, item, paragraph, step, subheading, table } from './layout.ts'

export const SLIDES_EN: Layout = {
  language: 'en',
  title: 'Opening the library late',
  kind: 'slides',
  footer: 'Merrow Public Library · Staff day, 14 May 2026',
  number: '{page}',
  pages: [
    [heading('Opening the library late'), item('What eight Thursdays taught us'), item('Ines Okafor and Paul Reyes')],
    [
      heading('Why we tried it'),
      item('62% of members work until five or later'),
      item('Returns through the night box had doubled since 2023'),
      item('The reading room was full on Saturdays and empty on Thursdays'),
      item('Owner: Ines Okafor'),
    ],
    [
      heading('What it cost'),
      item('Two extra shifts a week, 11.40 an hour'),
      item('Heating: 310 for the eight weeks'),
      item('No new software, no new doors'),
      item('Owner: Paul Reyes'),
    ],
    [
      heading('Who came'),
      item('1,204 visits after 18:00, against 350 expected'),
      item('A third had never borrowed a book before'),
      item('Students came for the silence, parents for the hour without children'),
      item('Owner: Ines Okafor'),
    ],
    [
      heading('What went wrong'),
      item('The alarm rang twice because the timer kept winter time'),
      item('Nobody had told the cleaners'),
      item('The vending machine ran out of everything but mints'),
      item('Owner: Paul Reyes'),
    ],
    [
      heading('What we ask for'),
      item('Thursdays until 22:00 for the whole of 2027'),
      item('One permanent half post instead of overtime'),
      item('A lamp at the bicycle stand'),
      item('Owner: Ines Okafor'),
    ],
    [
      heading('What happens next'),
      item('The council votes on 9 June'),
      item('Posters are printed the day after, not before'),
      item('A review follows in six months, with the same questions'),
      item('Owner: Paul Reyes'),
    ],
  ],
}

const goods = [
  ['Oak shelf, 120 cm, oiled', '6', '84.00', '504.00'],
  ['Oak shelf, 80 cm, oiled', '4', '61.50', '246.00'],
  ['Bracket, forged, black', '24', '7.25', '174.00'],
  ['Reading desk with drawer', '3', '412.00', '1,236.00'],
  ['Stool, ash, turned legs', '12', '58.00', '696.00'],
  ['Ladder on a rail, 2.6 m', '1', '940.00', '940.00'],
  ['Rail, brass, per metre', '9', '33.40', '300.60'],
  ['Glass door, tempered', '2', '275.00', '550.00'],
  ['Hinge, concealed', '8', '6.80', '54.40'],
  ['Wax, hard, one litre', '5', '21.90', '109.50'],
  ['Delivery by van', '2', '45.00', '90.00'],
  ['Fitting, hours of a joiner', '31', '52.00', '1,612.00'],
  ['Fitting, hours of an apprentice', '18', '29.00', '522.00'],
  ['Removal of the old shelves', '1', '180.00', '180.00'],
  ['Paint, linseed, two litres', '3', '38.20', '114.60'],
  ['Felt for the floor, packet', '10', '3.10', '31.00'],
  ['Lamp bracket, brass', '6', '19.75', '118.50'],
  ['Notice board, cork, 90 × 60', '2', '49.00', '98.00'],
]

export const INVOICE_EN: Layout = {
  language: 'en',
  title: 'Invoice 2026-0412',
  kind: 'document',
  paper: 'A6',
  header: 'Tideline Carpentry · 14 Quay Street · Merrow',
  footer: 'VAT GB 204 5519 07 · Account 20-33-81 4471 2096',
  number: 'Page {page} of {pages}',
  pages: [
    [
      heading('Invoice 2026-0412'),
      paragraph('Merrow Public Library, attention of Ms Okafor, 2 Harbour Square, Merrow.'),
      field('Date', '17 April 2026'),
      field('Your order', 'L-88/26 of 3 March 2026'),
      field('Payable by', '1 May 2026'),
      paragraph('For shelves, desks and their fitting in the late reading room we charge as agreed:'),
      table([['Item', 'Number', 'Each', 'Sum'], ...goods]),
      field('Net sum', '7,576.60'),
      field('VAT at 20%', '1,515.32'),
      field('To be paid', '9,091.92'),
      paragraph(
        'Please name the number of the invoice when you pay. Goods remain ours until they are paid for. For scratches that appear within two years we come and sand them out without charge, provided that nobody has used a scouring pad before us.',
      ),
      paragraph('Thank you for your order, and for the tea.'),
    ],
  ],
}

const billed = (
  number: string,
  customer: string,
  date: string,
  rows: readonly string[][],
  sums: readonly [string, string, string],
) => [
  heading(`Invoice ${number}`),
  field('Customer', customer),
  field('Date', date),
  table([['Item', 'Number', 'Each', 'Sum'], ...rows]),
  field('Net sum', sums[0]),
  field('VAT at 20%', sums[1]),
  field('To be paid', sums[2]),
  paragraph('Payable within fourteen days without deduction. Thank you for your order.'),
]

/** Invoices on one page each, with empty margins. They differ only in names and numbers. */
export const INVOICES_EN: Layout = {
  language: 'en',
  title: 'Invoices of April',
  kind: 'document',
  paper: 'A5',
  pages: [
    billed('2026-0413', 'Sailing Club of Merrow', '18 April 2026', goods.slice(0, 5), [
      '2,856.00',
      '571.20',
      '3,427.20',
    ]),
    billed('2026-0414', 'Café at the Pier', '21 April 2026', goods.slice(4, 9), ['2,541.00', '508.20', '3,049.20']),
    billed('2026-0415', 'Valley Transport Board', '22 April 2026', goods.slice(8, 13), [
      '2,387.90',
      '477.58',
      '2,865.48',
    ]),
    billed('2026-0416', 'Green Hill School', '28 April 2026', goods.slice(12, 17), ['966.10', '193.22', '1,159.32']),
    billed('2026-0417', 'Port Office', '30 April 2026', goods.slice(2, 7), ['3,346.60', '669.32', '4,015.92']),
  ],
}

export const FORM_EN: Layout = {
  language: 'en',
  title: 'Application for a stall at the night market',
  kind: 'document',
  paper: 'A5',
  header: 'Market Committee of Merrow',
  number: 'Form M-7, page {page}',
  pages: [
    [
      heading('Application for a stall at the night market'),
      paragraph(
        'Fill in with a pen, in capital letters. Leave nothing empty: write “none” where there is nothing to say.',
      ),
      subheading('A. The applicant'),
      field('Family name', 'LINDQVIST'),
      field('Given names', 'TOMAS ERIK'),
      field('Date of birth', '07/11/1984'),
      field('Street and number', '3 MILL LANE'),
      field('Town', 'MERROW'),
      field('Telephone', '+44 1632 960 204'),
      field('E-mail', 'tomas@orchard.example.org'),
      subheading('B. The stall'),
      field('What is sold', 'APPLES, CIDER, VINEGAR'),
      field('Length in metres', '2.4'),
      field('Needs electricity', 'NO'),
      field('Needs water', 'YES'),
      field('Vehicle', 'CARGO BICYCLE'),
    ],
    [
      subheading('C. The evenings'),
      table([
        ['Evening', 'Wanted', 'Second choice'],
        ['5 June', 'yes', 'no'],
        ['12 June', 'no', 'yes'],
        ['19 June', 'yes', 'no'],
        ['26 June', 'yes', 'yes'],
      ]),
      subheading('D. Declarations'),
      item('I have read the rules of the market and keep to them.'),
      item('I am insured against damage to others up to 2,000,000.'),
      item('I take my rubbish home, that of my customers included.'),
      field('Place and date', 'Merrow, 2 March 2026'),
      field('Signature', 'T. Lindqvist'),
      paragraph(
        'Hand in at the port office, window 2, until 31 March. Late forms are put on the list of those who wait.',
      ),
    ],
  ],
}

const month = (name: string, boats: string, nights: string, cargo: string, event: string) => [
  heading(name),
  field('Boats', boats),
  field('Nights at the pier', nights),
  field('Cargo in tonnes', cargo),
  paragraph(event),
  paragraph('All figures were counted at the lock and compared with the books. Signed by the harbour master.'),
]

/** A report with one page per month. All pages have the same labels, positions and last line. */
export const MONTHLY_EN: Layout = {
  language: 'en',
  title: 'Port of Merrow, the first half of 2026',
  kind: 'document',
  paper: 'A6',
  pages: [
    month(
      'January',
      '212',
      '1,004',
      '3,310',
      'Ice closed the inner basin on six days, and the ferry came in at the fuel pier instead.',
    ),
    month(
      'February',
      '198',
      '967',
      '3,052',
      'The crane was repaired in three days, a record that nobody wants to hold for long.',
    ),
    month(
      'March',
      '305',
      '1,420',
      '4,118',
      'Onions arrived two weeks early. The market took all of them within a single night.',
    ),
    month(
      'April',
      '388',
      '1,811',
      '4,402',
      'Pier 4 was painted. Four boats have been painted with it and their owners were paid.',
    ),
    month(
      'May',
      '461',
      '2,390',
      '4,876',
      'The floating library opened, and visitors asked for the way to it at every window.',
    ),
    month(
      'June',
      '540',
      '3,025',
      '5,127',
      'Two regattas met on one weekend. Both won, as far as the harbour was concerned.',
    ),
  ],
}

export const CONTRACT_EN: Layout = {
  language: 'en',
  title: 'Agreement on the use of a boat',
  kind: 'document',
  paper: 'A6',
  number: 'Page {words}',
  footer: 'Agreement on the use of a boat',
  pages: [
    [
      heading('Agreement on the use of a boat'),
      paragraph(
        'between the Sailing Club of Merrow, called the club, and Mr Daniel Aster, called the user, the following is agreed on 6 February 2026.',
      ),
      subheading('§ 1 The boat'),
      paragraph(
        'The club lends the user the dinghy “Heron”, built in 1998, 4.20 m long, with one mainsail, one foresail, two oars and a bailer. The user has looked at it, in daylight and on land, and has found no damage but the scratch on the starboard side that everybody knows.',
      ),
      subheading('§ 2 Time and price'),
      paragraph(
        'The loan begins on 1 April and ends on 31 October 2026. The user pays 480 for the season, half of it before the first sail and half by 1 July. Whoever pays late pays 5 more for each week that has begun.',
      ),
      subheading('§ 3 What the user may do'),
      step('Sail in the bay as far as the second buoy, in winds of up to five.'),
      step('Take up to three guests on board, each with a life jacket that fits.'),
      step('Lend the boat to members of the club for a day, after a word with the warden.'),
      subheading('§ 4 What the user may not do'),
      step('Sail at night, in fog, or after more than one glass.'),
      step('Change the boat, its name or its colour.'),
      step('Leave the boat in the water between two sails when a storm is announced.'),
      subheading('§ 5 Damage'),
      paragraph(
        'The user reports every damage on the same day and pays for it up to 300. What costs more is paid by the insurance of the club, unless the damage was done on purpose or with gross negligence. Repairs are made by the boatyard of the club alone, since the glue of others has not lasted.',
      ),
      subheading('§ 6 End of the agreement'),
      paragraph(
        'Either side may end this agreement to the end of a month, in writing and without giving a reason. The club may end it at once when the boat is used against § 4. What was paid for the time after the end is paid back within two weeks.',
      ),
      paragraph('Merrow, 6 February 2026. For the club: Ruth Ferrers. The user: Daniel Aster.'),
    ],
  ],
}

export const MINUTES_EN: Layout = {
  language: 'en',
  title: 'Minutes of the allotment meeting',
  kind: 'document',
  paper: 'A5',
  header: 'Green Hill Allotments',
  number: '{page}',
  pages: [
    [
      heading('Minutes of the allotment meeting'),
      field('Held', 'Tuesday 10 March 2026, 19:00 to 20:50'),
      field('Present', 'Amara Diallo (chair), Jon Beck, Lucy Marsh, Petr Novak, 14 members'),
      field('Excused', 'Helen Wray'),
      subheading('1. Minutes of the last meeting'),
      paragraph(
        'The minutes of 9 December were read and approved with one change: it was not Mr Beck but Mr Novak who offered the wheelbarrow. Mr Beck asked that the wheelbarrow be returned to him all the same, because it is his.',
      ),
      subheading('2. Water'),
      paragraph(
        'The pump delivered 38 litres a minute in the autumn and 31 after the frost. Ms Marsh has had three offers for a new one, between 640 and 1,150. The meeting decided, with 15 votes against 2, to buy the one in the middle at 820, and to ask the council for a quarter of it.',
      ),
      item('Lucy Marsh orders the pump before the end of March.'),
      item('Petr Novak asks the council, form W-3.'),
      subheading('3. Paths'),
      paragraph(
        'The lower path stands under water after every rain. Gravel was proposed, and planks, and patience. It was agreed to dig a ditch of 20 m first and see what it does by June. Volunteers meet on 21 March at nine, with spades, and get soup.',
      ),
      subheading('4. Bees'),
      paragraph(
        'Ms Diallo reported that two hives came through the winter and one did not. A neighbour has complained about bees in his swimming pool. The meeting asked the chair to take him a jar of honey and to explain where the bees would otherwise drink. A shallow tray with stones will be put beside the shed.',
      ),
      subheading('5. Money'),
      table([
        ['', 'Planned', 'Actual'],
        ['Rents', '2,310.00', '2,275.00'],
        ['Sale of apples', '150.00', '412.50'],
        ['Water', '640.00', '588.20'],
        ['Tools', '200.00', '331.75'],
        ['Insurance', '275.00', '275.00'],
      ]),
      paragraph(
        'The books were found in order by two members who are not on the committee. The committee was discharged.',
      ),
      subheading('6. Any other business'),
      paragraph(
        'The key of the gate is missing again. Whoever has it may hang it back without a word. The next meeting is on 9 June at the same hour; Ms Wray brings the cake that she owes since last summer.',
      ),
      paragraph('For the minutes: Jon Beck. Approved: Amara Diallo.'),
    ],
  ],
}

const fruit = [
  'Ashmead',
  'Blenheim',
  'Costard',
  'Discovery',
  'Egremont',
  'Falstaff',
  'Greensleeves',
  'Howgate',
  'Ingrid',
  'Jester',
  'Kidd',
  'Laxton',
]
const grades = ['early, small', 'early, large', 'late, small', 'late, large']

export const PRICES_EN: Layout = {
  language: 'en',
  title: 'Price list of the orchard, autumn 2026',
  kind: 'document',
  paper: 'A5',
  header: 'Lindqvist Orchard · Price list 8/2026',
  number: '{page}/{pages}',
  pages: [
    [
      heading('Price list of the orchard, autumn 2026'),
      paragraph('All prices are for a crate of 12 kg, collected at the gate. Delivered crates cost 1.80 more.'),
      table([
        ['No.', 'Variety', 'Grade', 'Crate', 'Ten crates'],
        ...fruit.flatMap((name, at) =>
          grades.map((grade, of) => {
            const cents = 1_490 + 35 * at + 120 * of
            return [`${100 + 4 * at + of}`, name, grade, price(cents), price(cents * 9)]
          }),
        ),
      ]),
      paragraph('Crates are lent for 4.00 each, which we give back with pleasure and often do not have to.'),
    ],
  ],
}

function price(cents: number): string {
  return (cents / 100).toFixed(2)
}

const reported = texts.ENGLISH_REPORT.parts.filter(({ kind }) => kind !== 'note')

export const REPORT_EN: Layout = {
  language: 'en',
  title: texts.ENGLISH_REPORT.title,
  kind: 'document',
  paper: 'A6',
  header: 'Valley Transport Board',
  footer: 'Night buses: a year in figures',
  number: 'Page {page} of {pages}',
  pages: [reported],
}

export const COLUMNS_EN: Layout = {
  language: 'en',
  title: texts.ENGLISH_ESSAY.title,
  kind: 'document',
  paper: 'A5',
  columns: 2,
  header: 'The Orchard Quarterly, Spring 2026',
  number: '{page}',
  pages: [
    [
      ...texts.ENGLISH_ESSAY.parts,
      subheading('What the neighbours say'),
      ...texts.ENGLISH_NEWS.parts.slice(1, 3),
      ...reported.slice(1, 6).filter(({ kind }) => kind === 'paragraph'),
    ],
  ],
}

/** Slides that share one layout and have empty margins. */
export const QUIZ_EN: Layout = {
  language: 'en',
  title: 'Quiz night at the pier',
  kind: 'slides',
  pages: [
    ['How many steps lead up to the lighthouse?', '99', '141', '212'],
    ['Which fish is on the arms of the town?', 'A herring', 'A pike', 'None, it is an otter'],
    ['When did the last sailing ferry leave?', '1911', '1927', '1934'],
    ['Who painted the boathouse yellow?', 'The council', 'The Novaks', 'Nobody knows'],
    ['What does the harbour bell weigh?', '80 kg', '310 kg', 'Less than it says'],
    ['How long is the breakwater at low tide?', '240 m', '255 m', '260 m'],
  ].map(([question, ...answers], at) => [
    heading(`Question ${at + 1}`),
    paragraph(question!),
    ...answers.map((answer) => item(answer)),
    paragraph('The answer is on the next sheet.'),
  ]),
}

/** Certificates that differ only in a name and a number. */
export const CERTIFICATES_EN: Layout = {
  language: 'en',
  title: 'Certificates of the sailing course',
  kind: 'document',
  paper: 'A5',
  pages: [
    ['Amara Diallo', '28'],
    ['Jon Beck', '30'],
    ['Lucy Marsh', '30'],
    ['Petr Novak', '24'],
    ['Helen Wray', '29'],
  ].map(([name, hours]) => [
    subheading('Sailing Club of Merrow'),
    heading('Certificate of attendance'),
    paragraph('It is certified that'),
    subheading(name!),
    paragraph(
      `took part in ${hours} of the 30 hours of the course “Sailing for beginners” and has learnt to tie every knot that the club knows.`,
    ),
    paragraph('Merrow, 30 May 2026'),
    paragraph('Ruth Ferrers, chair of the club'),
  ]),
}
