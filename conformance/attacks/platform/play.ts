import { attacks as companies } from './companies.ts'
import { attacks as lets } from './lets.ts'
import type { PlatformAttack } from './platform-attack.ts'
import { attacks as rim } from './rim.ts'
import { startPlatform } from './victim.ts'

export interface PlatformVerdict {
  readonly attack: PlatformAttack
  readonly database: string
  /** Null where it holds, else what was got. */
  readonly got: string | null
}

/** Every attack on the platform; loud ones last. */
export const platformAttacks: readonly PlatformAttack[] = [...lets, ...companies, ...rim].sort(
  (one, other) => Number(one.isLoud ?? false) - Number(other.isLoud ?? false),
)

/** Plays attacks on one platform that is started for them. `server`: a PostgreSQL for its rows. */
export const playOnPlatform = async (
  attacks: readonly PlatformAttack[],
  server: string | null,
  onVerdict: (verdict: PlatformVerdict) => void = () => {},
): Promise<readonly PlatformVerdict[]> => {
  const { victim, close } = await startPlatform(server)
  const database = server === null ? 'sqlite' : 'postgresql'
  const verdicts: PlatformVerdict[] = []
  try {
    for (const attack of attacks) {
      const got = await attack.play(victim).catch((error: unknown) => String(error))
      const verdict = { attack, database, got }
      verdicts.push(verdict)
      onVerdict(verdict)
    }
  } finally {
    await close()
  }
  return verdicts
}
