import { randomUUID } from 'node:crypto'
import { type Credential, ProblemError, problem, type ServiceBackend } from '@charter/runtime'
import type { LinesListener } from './listener.ts'
import type { LinesSurface } from './surface.ts'

/** Has the listener answer `<token> <entity> <key>` with the row, or with the code of what is in its way. */
export const joinLines = (listener: LinesListener, serving: ServiceBackend, { entities }: LinesSurface): void => {
  const told = async (line: string): Promise<object> => {
    const [token = '', name, ...rest] = line.split(' ')
    const found = entities.find(({ entity }) => entity === name)
    if (!found) return { problem: 'not-found' }
    const credential: Credential | null = token === '-' ? null : { kind: 'bearer', text: token }
    const principal = await serving.authenticate(credential)
    if (!principal) return { problem: 'unauthenticated' }
    const outcome = await serving.execute({
      operation: `${found.entity}.read`,
      input: { key: { [found.key]: rest.join(' ') } },
      principal,
      context: { origin: { style: 'lines', requestId: randomUUID() } },
    })
    if (outcome.kind === 'value') return { value: outcome.value }
    return { problem: outcome.kind === 'problem' ? outcome.problem.code : 'not-implemented' }
  }
  listener.answer = (line) =>
    told(line).then(JSON.stringify, (error: unknown) => {
      if (!(error instanceof ProblemError)) serving.onBug?.(error)
      return JSON.stringify({ problem: (error instanceof ProblemError ? error.problem : problem('internal')).code })
    })
}
