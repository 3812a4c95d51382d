import type { Option, Options } from '../options.ts'

/**
 * What is called so is a file, and of these kinds where the word says any. It stands at the end of a name, or before `of`: a photo's number
 * or the date of a scan is none.
 */
const fileWords: readonly { readonly word: string; readonly kinds?: readonly string[]; readonly class?: 'pii' }[] = [
  { word: 'pdfs?(?: (?:file|document|copy|version)s?)?', kinds: ['application/pdf'] },
  {
    word: '(?:photo|photograph|picture|image|screenshot|logo|avatar|thumbnail)s?(?: files?)?',
    kinds: ['image/*'],
  },
  { word: '(?<!\\b(?:ct|mri|pet|brain|ultrasound|bar ?code|qr) )scans?', kinds: ['application/pdf', 'image/*'] },
  { word: 'scanned (?:copy|copies|documents?|letters?)', kinds: ['application/pdf', 'image/*'] },
  { word: 'videos?(?: files?)?', kinds: ['video/*'] },
  { word: '(?:audio|sound|voice) (?:files?|recordings?|clips?|messages?)', kinds: ['audio/*'] },
  {
    word: 'word (?:files?|documents?)',
    kinds: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  },
  {
    word: 'excel (?:files?|sheets?)',
    kinds: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
  { word: 'csv files?', kinds: ['text/csv'] },
  { word: '(?:cvs?|r[eé]sum[eé]s?|curricul(?:um|a) vitae)', class: 'pii' },
  { word: '(?:attachments?|attached files?|(?:uploaded )?files?)' },
]

const options = ({ kinds, class: of }: (typeof fileWords)[number]): Options => ({
  type: 'file',
  ...(kinds && { kinds }),
  ...(of && { class: of }),
})

/** The same as lines of `fieldTypes`. */
export const fileTypes: readonly { readonly words: RegExp; readonly options: Options }[] = fileWords.map((each) => ({
  words: new RegExp(`\\b${each.word}(?:$| of\\b)`),
  options: options(each),
}))

/** `a signed contract as a PDF`: it is said behind the name what it is kept as. */
export const fileSaid = (item: string): Options | undefined => {
  const [, as] = /\b(?:as|in) (?:an? |the )?((?:[\w-]+ )?[\w-]+)$/i.exec(item.trim()) ?? []
  return as === undefined ? undefined : fileNamed(as.toLowerCase())
}

/** The options of a field of that name, where it is a file. */
export const fileNamed = (name: string): Options | undefined => fileTypes.find(({ words }) => words.test(name))?.options

/** The options of a type that is called so and nothing else: `make the scan a PDF`. */
export const fileCalled = (type: string): Options | undefined => {
  const found = fileWords.find(({ word }) => new RegExp(`^(?:${word})$`).test(type))
  return found && options(found)
}

/** `report file (PDF, up to 20 MB)`: kinds in brackets. */
export const fileHints: readonly { readonly words: RegExp; readonly options: Options }[] = [
  { words: /^pdf\b/i, options: { type: 'file', kinds: ['application/pdf'] } },
  { words: /^(?:jpe?g|png|photo|image)\b/i, options: { type: 'file', kinds: ['image/*'] } },
  { words: /^(?:file|upload|attachment)\b/i, options: { type: 'file' } },
]

const units: Readonly<Record<string, readonly [unit: string, most: number]>> = {
  k: ['KiB', 33_554_432],
  m: ['MiB', 32_768],
  g: ['GiB', 32],
}

/** `up to 20 MB`: how long a file may be, within what one may be at all. */
export const longestSaid = (said: string): { readonly max?: Option } => {
  const [, digits = '', letter = ''] = /\b(\d{1,8}) ?(k|m|g)(?:i?b|(?:ilo|ega|iga)bytes?)\b/i.exec(said) ?? []
  const [unit = '', most = 0] = units[letter.toLowerCase()] ?? []
  return Number(digits) >= 1 && Number(digits) <= most ? { max: `${Number(digits)} ${unit}` } : {}
}
