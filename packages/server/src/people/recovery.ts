import { z } from 'zod'
import type { Links } from './store/links.ts'

/** Whose password a link of this kind changes. */
export interface Recovery {
  readonly code: string
  readonly person: string
  readonly email: string
}

/** It holds for half an hour. */
export const recoveryMs = 1_800_000

const params = z.object({ code: z.string() })
const kept = z.object({ person: z.string(), email: z.string() })

/** What the link of an address is for; null where it is none, has ended, or was used. */
export const readRecovery = async (links: Pick<Links, 'find'>, given: unknown): Promise<Recovery | null> => {
  const { code } = params.parse(given)
  const found = await links.find('recovery', code)
  return found === null ? null : { code, ...kept.parse(JSON.parse(found)) }
}
