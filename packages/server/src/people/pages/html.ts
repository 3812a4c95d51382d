/** Markup that is ours: what others wrote is escaped before it becomes part of it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | readonly Html[] | null

/** Markup with texts in it, each escaped unless it is markup itself; null is nothing. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(strings.map((text, at) => text + written(pieces[at] ?? null)).join(''))

const written = (piece: Piece): string => {
  if (piece === null) return ''
  if (piece instanceof Html) return piece.text
  return typeof piece === 'string' ? escaped(piece) : piece.map(({ text }) => text).join('')
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')
