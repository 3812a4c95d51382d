import type { Json } from '@charter/runtime'

/** What came back, as a scenario looks into it. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed where it is JSON; undefined where there is none. */
  readonly body: Json | undefined
  readonly text: string
}
