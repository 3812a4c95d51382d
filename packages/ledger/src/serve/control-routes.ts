import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError, parseJson, problem } from '@charter/runtime'
import { httpServer } from '@charter/runtime/http'
import type { LedgerDesk } from '../desk/desk.ts'
import { deskRequests } from '../desk/requests.ts'

/** Where the process that writes a ledger is asked for more. */
export const controlSocket = (folder: string): string => join(folder, 'control.sock')

export interface ServeControlOptions {
  readonly folder: string
  readonly desk: LedgerDesk
  readonly onBug: (error: unknown) => void
}

/**
 * Serves the desk on a socket in the ledger's folder. Whoever may open it is the ledger's owner: the file is that one's
 * alone from its first moment on. Ask for the lease before: a socket that is there is then of a process that is gone.
 */
export const serveControl = async ({
  folder,
  desk,
  onBug,
}: ServeControlOptions): Promise<{ close(): Promise<void> }> => {
  const app = httpServer({ limits: { bodyBytesMax: 2 ** 18, requestTimeoutMs: 600_000 }, onBug })
  app.get('/healthz', async () => ({ status: 'up' }))
  for (const verb of Object.keys(deskRequests) as (keyof LedgerDesk)[])
    app.post(`/${verb}`, async (request) => {
      const run = desk[verb] as (asked: unknown) => Promise<unknown>
      return run(askedIn(verb, request.body as Buffer))
    })
  const path = controlSocket(folder)
  // Made where nobody else may look, and moved once its mode is right.
  const making = await mkdtemp(join(folder, '.c-'))
  try {
    await app.listen({ path: join(making, 's') })
    await chmod(join(making, 's'), 0o600)
    await rename(join(making, 's'), path)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  return {
    close: async () => {
      await rm(path, { force: true })
      await app.close()
    },
  }
}

const askedIn = (verb: keyof LedgerDesk, body: Buffer): unknown => {
  const parsed = parseJson(body?.toString() ?? '')
  if (!('value' in parsed)) throw new ProblemError(problem('malformed', { detail: 'Send one JSON object.' }))
  const read = deskRequests[verb].safeParse(parsed.value)
  if (read.success) return read.data
  const detail = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ')
  throw new ProblemError(problem('invalid-input', { detail }))
}
