import type { Json, JsonObject } from '@charter/runtime'
import { askLine } from './ask-line.ts'
import type { LinesSurface } from './surface.ts'

interface RelayedCall {
  readonly path: string
  readonly metadata: Readonly<Record<string, string>>
  readonly message: Json
}

interface RelayedAnswer {
  readonly status: { readonly code: number; readonly name: string; readonly message: string }
  readonly message: JsonObject | null
  readonly value: Json
  readonly metadata: Readonly<Record<string, string>>
}

const timeoutMs = 10_000

/** One line of the development page, sent on: a browser speaks no TCP. `path`: entity and key. */
export const linesRelay =
  (_surface: LinesSurface, url: string) =>
  async ({ path, metadata }: RelayedCall): Promise<RelayedAnswer> => {
    const token = /^Bearer (.+)$/.exec(metadata.authorization ?? '')?.[1] ?? '-'
    const { value = null, problem = '' } = JSON.parse(await askLine(url, `${token} ${path}`, timeoutMs))
    return { status: { code: problem === '' ? 0 : 2, name: problem, message: '' }, message: value, value, metadata: {} }
  }
