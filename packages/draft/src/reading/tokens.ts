/** One word or sign as it stands. */
export interface RawToken {
  readonly text: string
  /** In small letters, short forms written out: `with` of `w/`. */
  readonly lower: string
  readonly isWord: boolean
  /** Characters from the beginning of the words. */
  readonly start: number
  readonly end: number
}

const pattern =
  /[£$€]?\d+(?:[.,:]\d+)*(?:%|€|£)?(?![\p{L}])|w\/o\b|w\/|y\/n\b|yes\s?\/\s?no\b|[\p{L}\d][\p{L}\d]*(?:['’](?!s\b)\p{L}+)*(?:-[\p{L}\d]+)*|['’]s\b|->|=>|[^\s\p{L}\d]/giu

/** Short forms that people write when they are in a hurry. A Map, as `constructor` is a word too. */
const writtenOut = new Map(
  Object.entries({
    'w/': 'with',
    w: 'with',
    'w/o': 'without',
    '&': 'and',
    '+': 'and',
    n: 'and',
    ppl: 'people',
    yr: 'year',
    yrs: 'years',
    mins: 'minutes',
    hrs: 'hours',
    hr: 'hour',
    min: 'min',
    qty: 'quantity',
    amt: 'amount',
    temp: 'temperature',
    recieve: 'receive',
    recieved: 'received',
    dept: 'department',
    depts: 'departments',
    tel: 'phone',
    pic: 'picture',
    pics: 'pictures',
    mgr: 'manager',
    acct: 'account',
    appt: 'appointment',
    appts: 'appointments',
    apps: 'applications',
    vet: 'vet',
    vets: 'vets',
    mgmt: 'management',
    info: 'information',
    desc: 'description',
    addr: 'address',
    nr: 'number',
    dob: 'birth date',
    evry: 'every',
    wich: 'which',
    thier: 'their',
    teh: 'the',
    adn: 'and',
    wiht: 'with',
    u: 'you',
    r: 'are',
    thru: 'through',
    '→': '->',
    '=>': '->',
    '–': '-',
    '—': '-',
    '’s': "'s",
    '•': '-',
    'y/n': 'yes/no',
  }),
)

/** The words and signs of a piece of text that begins at `offset`. */
export const rawTokensOf = (text: string, offset: number): readonly RawToken[] => {
  const found: RawToken[] = []
  for (const match of text.matchAll(pattern)) {
    const [value] = match
    const lower = value.toLowerCase().replace(/\s/g, '').replaceAll('’', "'")
    const start = offset + match.index
    found.push({
      text: value,
      lower: writtenOut.get(lower) ?? lower,
      isWord: /[\p{L}\d]/u.test(value),
      start,
      end: start + value.length,
    })
  }
  return found
}
