/** A piece of HTML: what goes into one is escaped unless it is one. */
export interface Html {
  readonly html: string
}

type Piece = Html | string | number | null | false | undefined | readonly Piece[]

/** `html\`<b>${name}</b>\``: text is escaped, pieces and lists of them are put in as they are, null and false vanish. */
export const html = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  html: texts.map((text, at) => text + (at < pieces.length ? written(pieces[at]) : '')).join(''),
})

/** A sentence of a charter or a contract, with what stands between backticks set as code. */
export const prose = (text: string): Html => ({
  html: text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? `<code>${escaped(part)}</code>` : escaped(part)))
    .join(''),
})

const written = (piece: Piece): string => {
  if (piece === null || piece === undefined || piece === false) return ''
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece))
  return isList(piece) ? piece.map(written).join('') : piece.html
}

const isList = (piece: Html | readonly Piece[]): piece is readonly Piece[] => Array.isArray(piece)

/** Text as character data and as an attribute in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** HTML that was escaped already. */
export const raw = (text: string): Html => ({ html: text })
