import { type Call, type Credential, failed, type Principal, problem } from '@charter/runtime'
import type { Derived } from '@charter/service'
import { rest } from '@charter/styles'
import { serveStyles } from '@charter/styles/serve'
import type { Target } from '../target.ts'

/**
 * A service under verification with another of its styles in between: what is asked over REST becomes a Call, the style's own client
 * calls the service with it over a socket, and what comes back is answered over REST. So one set of scenarios is asked in every
 * style, and compared to the byte. What a style does not carry it names; such a scenario is reported as not run.
 */
export const throughStyle = async (inner: Target, derived: Derived, name: string): Promise<Target> => {
  const use = derived.styles.find(({ style }) => style.name === name)
  const url = inner.urls?.[name]
  if (!use || url === undefined) throw new Error(`${inner.name} does not serve ${name}.`)
  let refusal: string | null = null
  const caller = await use.style.call(use.surface, {
    url,
    credential: ({ principal }) => principal?.id ?? null,
    organisation: ({ principal }) => principal?.tenant ?? null,
    timeoutMs: 20_000,
  })
  const refuse = (reason: string) => {
    refusal ??= `${use.style.title} does not carry it: ${reason}`
    return failed(problem('not-implemented', { detail: reason }))
  }
  const execute = async (call: Call) => {
    if (call.context.unreadable) return refuse('what REST could not read is no Call yet')
    const reason = caller.refuses(call)
    return reason === null ? caller.execute(call) : refuse(reason)
  }
  const front = await serveStyles(
    [{ style: rest, surface: rest.surface(derived.charter) }],
    {
      model: derived.model,
      execute,
      authenticate: (credential) => {
        if (credential?.kind === 'gateway') refuse('a gateway’s assertion stands in REST’s own header here')
        return bearer(credential)
      },
      executeBatch: async (calls) => calls.map(() => refuse('batches are REST’s own')),
    },
    { host: '127.0.0.1', port: 0 },
  )
  const { start: _, ...own } = inner
  return {
    ...own,
    name: `${inner.name} through ${use.style.title}`,
    url: front.url,
    behind: inner.url,
    style: name,
    refusal: () => {
      const found = refusal
      refusal = null
      return found
    },
    close: async () => {
      await front.close()
      await caller.close()
      await inner.close()
    },
  }
}

/** Who calls is for the service behind to say: its credential goes on as it came. */
const bearer = (credential: Credential | null): Principal | null =>
  credential && {
    id: credential.text,
    roles: [],
    attributes: {},
    credential: 'jwt',
    ...(credential.organisation !== undefined && { tenant: credential.organisation }),
  }
