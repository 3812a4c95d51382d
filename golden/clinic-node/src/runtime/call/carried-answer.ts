/** What a route of a charter's own answered, as a call carries it: text of its body, or base64 of its bytes. */
export interface CarriedAnswer {
  readonly status: number
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  /** Null: there is none. */
  readonly text: string | null
  readonly isBase64: boolean
}

/** Whether a media type is JSON (RFC 6839 section 3.1 for `+json`), in small letters. */
export const isJsonType = (type: string): boolean => /^application\/(?:[\w.+-]+\+)?json$/.test(type)
