import type { Principal } from '@charter/runtime'
import { hashApiKey, type Service } from '@charter/runtime/service'

type Asked = Pick<Service, 'authenticate' | 'execute' | 'state' | 'nowMs' | 'onBug'>

export interface KeyUse {
  /** As the service's own. */
  readonly authenticate: Service['authenticate']
  /** Has rows say when each key was shown last that was since it was told so before. */
  tell(): Promise<void>
  close(): void
}

const tellEveryMs = 300_000

/** Sees which keys are shown, and tells of it from time to time until it is closed. */
export const keyUse = (service: Asked): KeyUse => {
  const shown = new Map<string, number>()
  const tell = async (): Promise<void> => {
    const told = [...shown]
    shown.clear()
    for (const [hash, atMs] of told) {
      const record = await service.state.findApiKey(hash)
      // What is no organisation's was made at this machine, and has no row.
      if (record?.tenant) await note(service, { id: record.id, tenant: record.tenant, atMs })
    }
  }
  const timer = setInterval(() => void tell().catch(service.onBug), tellEveryMs).unref()
  return {
    authenticate: async (credential) => {
      const principal = await service.authenticate(credential)
      if (credential && principal?.credential === 'api-key') shown.set(hashApiKey(credential.text), service.nowMs())
      return principal
    },
    tell,
    close: () => clearInterval(timer),
  }
}

const timeoutMs = 30_000

const note = async (
  service: Asked,
  { id, tenant, atMs }: { readonly id: string; readonly tenant: string; readonly atMs: number },
): Promise<void> => {
  const watcher: Principal = { id: 'service', roles: ['watcher'], attributes: {}, tenant, credential: 'gateway' }
  const outcome = await service.execute({
    operation: 'noteKeyUse',
    input: { key: { id }, value: { usedAt: new Date(atMs).toISOString() } },
    principal: watcher,
    context: { deadlineMs: Date.now() + timeoutMs, origin: { style: 'watch', requestId: id } },
  })
  if (outcome.kind === 'problem' && outcome.problem.code !== 'not-found')
    service.onBug(new Error(`The use of key ${id} is not noted: ${outcome.problem.code}`))
}
