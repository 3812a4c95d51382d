/** What somebody saw who asked a service over and over, each time by a connection of its own. */
export interface Seen {
  /** When it was asked, and what came of it: the status, or why there was none. */
  readonly failures: readonly { readonly atMs: number; readonly why: string }[]
  readonly calls: number
}

const pauseMs = 20
const patienceMs = 20_000

/** Asks `url` until it is stopped. */
export const callOver = (url: string): { stop(): Promise<Seen> } => {
  let isOver = false
  let calls = 0
  const failures: { atMs: number; why: string }[] = []
  const asking = (async () => {
    while (!isOver) {
      const atMs = Date.now()
      const why = await fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(patienceMs) }).then(
        async (response) => {
          await response.arrayBuffer()
          return response.ok ? null : String(response.status)
        },
        (error: Error) => `${error.message} ${(error.cause as NodeJS.ErrnoException | undefined)?.code ?? ''}`,
      )
      calls++
      if (why !== null) failures.push({ atMs, why })
      await new Promise((done) => setTimeout(done, pauseMs))
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await asking
      return { failures, calls }
    },
  }
}
