import { readdir, readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { DatabaseName } from '../../charters.ts'
import { asking, openTrial, until } from './trial.ts'

export interface DeskTrial {
  readonly url: string | null
  readonly onStep: (said: string) => void
}

/** A text that stands nowhere but in a scan. */
const canary = 'canary-4f1c9b72-of-a-scan'

type Manner = (response: ServerResponse) => void

/**
 * A partner's receiver fails, hangs, redirects to where clouds tell secrets, and comes back; scans are sealed wherever they lie, and go with their rows.
 * Gives what did not hold.
 */
export const documentDesk = async (database: DatabaseName, { url, onStep }: DeskTrial): Promise<readonly string[]> => {
  const faults: string[] = []
  const trial = await openTrial('document-desk', database, url)
  const seen: { readonly at: number; readonly body: string }[] = []
  const manners: readonly (readonly [string, Manner])[] = [
    ['fails', (response) => void response.writeHead(500).end()],
    ['hangs', () => {}],
    ['redirects', (response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()],
    ['comes back', (response) => void response.writeHead(204).end()],
  ]
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const [said, manner] = manners[Math.min(seen.length, manners.length - 1)] ?? ['', () => {}]
      seen.push({ at: Date.now(), body })
      onStep(`the receiver ${said}`)
      manner(response)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  try {
    const service = await trial.start({ WEBHOOKS_TO: '127.0.0.1', LOG_LEVEL: 'debug' })
    let log = ''
    for (const out of [service.process.stdout, service.process.stderr])
      out?.on('data', (chunk: Buffer) => {
        log += chunk.toString()
      })
    const api = `${service.url}/api/v1`
    const office = { office: 'one' }
    const clerk = asking(await trial.token('clerk', office))
    const partner = asking(await trial.token('partner', office))
    const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })
    await partner(`${api}/webhooks`, post({ url: at, entities: ['Document'], changes: ['updated'] }))
    const theirs = await clerk(`${api}/cases`, post({ title: 'A fence', partner: 'partner' }))
    const others = await clerk(`${api}/cases`, post({ title: 'A roof' }))
    const [one, other] = await Promise.all(
      [theirs, others].map((of) => clerk(`${api}/documents`, post({ title: 'A letter', caseId: String(of.id) }))),
    )
    const scan = `a letter with ${canary} in it, many words long `.repeat(2000)
    for (const row of [one, other]) await clerk(`${api}/documents/${row?.id}/scan`, { method: 'PUT', body: scan })
    const { words } = await partner(`${api}/documents/${one?.id}/words-of`, post({}))
    if (words !== scan.trim().split(/\s+/).length) faults.push(`its scan has ${words} words`)
    const delivered = await until(240_000, async () => {
      const { items } = await partner(`${api}/webhook-delivery-jobs?filter[state]=done`)
      return (items as readonly Record<string, unknown>[])[0]
    })
    if (seen.length !== manners.length) faults.push(`the receiver was asked ${seen.length} times`)
    const { lines, attempts } = delivered
    if (attempts !== manners.length) faults.push(`it was delivered at the ${attempts}th try: ${JSON.stringify(lines)}`)
    if (seen.some(({ body }) => body.includes(String(other?.id))))
      faults.push('the partner was told of somebody else’s document')
    if (!seen.every(({ body }) => body.includes(String(one?.id)))) faults.push('a delivery is of no document of theirs')
    onStep('looks for the scan wherever something lies')
    for (const file of await filesBelow(trial.folder))
      if ((await readFile(file)).includes(canary)) faults.push(`the scan stands in ${file.slice(trial.folder.length)}`)
    if (log.includes(canary) || seen.some(({ body }) => body.includes(canary))) faults.push('the scan was told')
    for (const row of [one, other]) await clerk(`${api}/documents/${row?.id}`, { method: 'DELETE' })
    await until(60_000, async () => ((await filesBelow(trial.files)).length === 0 ? true : undefined)).catch(() => {
      faults.push('a file is left that no row names')
    })
    return faults
  } finally {
    receiver.closeAllConnections()
    receiver.close()
    await trial.end()
  }
}

const filesBelow = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile() && !each.parentPath.includes('node_modules'))
    .map(({ parentPath, name }) => join(parentPath, name))
