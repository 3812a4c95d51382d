/** What two runs do not tell alike, and what stands for it. */
export interface SteadyOptions {
  /** Values of the rows that were there: they are the same each time. */
  readonly known: ReadonlySet<string>
  /** When the calls were made. */
  readonly fromMs: number
  readonly untilMs: number
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)/g
/** Cursors, entity tags, tokens of protected values, seals: letters that mean nothing to a reader. Of a token one in a thousand has no digit. */
const opaque = /(?<![\w./:-])(?:(?=tok_)|(?=[\w.~-]*\d)(?=[\w.~-]*[A-Za-z]))[\w.~-]{28,}(?![\w/-])/g

const shownUuid = '0b9f6c2e-5d1a-4c37-8e40-7a2b9c4d6e10'
const shownInstant = '2026-03-02T09:00:00Z'

/**
 * The text of an answer without what is another one each time: keys that were made, moments of the call, opaque texts. So the same
 * charter gives the same documentation.
 */
export const steadyText = (text: string, { known, fromMs, untilMs }: SteadyOptions): string =>
  text
    .replace(instant, (found) => {
      const at = Date.parse(found)
      return at >= fromMs - slackMs && at <= untilMs + slackMs ? shownInstant : found
    })
    .replace(opaque, (found) =>
      known.has(found) || uuid.test(rewound(found)) ? found : found.startsWith('tok_') ? 'tok_…' : '…',
    )
    .replace(uuid, (found) => (known.has(found) ? found : shownUuid))

/** A global expression goes on where it stopped. */
const rewound = (text: string): string => {
  uuid.lastIndex = 0
  return text
}

const slackMs = 5_000
