import { recently } from './recently.ts'

/** How often, and how much at once, who is known may push. */
export interface PushLimits {
  /** Seconds to wait; null: it may, until it is told that it is `over`. */
  begin(deployment: string): number | null
  over(deployment: string): void
  /** Whether that very push was taken before: its answer was lost. */
  isKnown(deployment: string, digest: string): boolean
  know(deployment: string, digest: string): void
}

const minuteMs = 60_000
export const pushesAMinute = 60
const eachAtOnce = 2
const allAtOnce = 16
const digestsEach = 8
/** Who sends a push again as its answer was lost does so within seconds, and gives it up within a minute (OTLP exporters). */
const knownForMs = 10 * minuteMs
const knownDeploymentsMax = 5000

export const pushLimits = (nowMs: () => number): PushLimits => {
  let minute = { at: 0, pushes: new Map<string, number>() }
  const under = new Map<string, number>()
  const digests = recently<readonly string[]>({ forMs: knownForMs, most: knownDeploymentsMax, nowMs })
  return {
    begin: (deployment) => {
      const at = Math.floor(nowMs() / minuteMs)
      if (minute.at !== at) minute = { at, pushes: new Map() }
      const pushes = (minute.pushes.get(deployment) ?? 0) + 1
      if (pushes > pushesAMinute) return Math.ceil(((at + 1) * minuteMs - nowMs()) / 1000)
      const own = under.get(deployment) ?? 0
      const all = [...under.values()].reduce((sum, each) => sum + each, 0)
      if (own >= eachAtOnce || all >= allAtOnce) return 1
      minute.pushes.set(deployment, pushes)
      under.set(deployment, own + 1)
      return null
    },
    over: (deployment) => {
      const left = (under.get(deployment) ?? 1) - 1
      if (left > 0) under.set(deployment, left)
      else under.delete(deployment)
    },
    isKnown: (deployment, digest) => digests.get(deployment)?.includes(digest) === true,
    know: (deployment, digest) => {
      digests.set(deployment, [...(digests.get(deployment) ?? []), digest].slice(-digestsEach))
    },
  }
}
