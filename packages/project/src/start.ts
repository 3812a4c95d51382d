import { accessMatrix } from '@charter/access'
import type { JsonObject } from '@charter/runtime'
import type { Environment } from '@charter/runtime/service'
import type { Derived } from '@charter/service'
import { rest } from '@charter/styles'
import { developmentIssuerOf } from './development-issuer.ts'
import { pageRoles } from './page/page-roles.ts'
import type { Prepared } from './prepare.ts'

/**
 * A development token for each role, with the claims that the sample rows ask for. `env`: of the service, where it keeps its keys elsewhere
 * than in the folder.
 */
export const mintTokens = async (
  { derived, folder }: Pick<Prepared, 'derived' | 'folder'>,
  env: Environment = {},
): Promise<Readonly<Record<string, string>>> => {
  const issuer = await developmentIssuerOf(folder, derived.charter, env)
  return Object.fromEntries(
    await Promise.all(
      pageRoles(derived).map(async ({ name, claims }) => [name, await issuer.token([name], claims)] as const),
    ),
  )
}

/** A request that one role may make and another may not, with what the running service really answered to both. */
export interface Contrast {
  readonly path: string
  readonly allowed: { readonly role: string; readonly status: number }
  readonly refused: {
    readonly role: string
    readonly status: number
    readonly reason: string
    readonly place: string
  } | null
}

/** Asks the running service for a list as a role that may and as one that may not. Null when no list is open to anyone. */
export const contrastOf = async (
  derived: Derived,
  url: string,
  tokens: Readonly<Record<string, string>>,
): Promise<Contrast | null> => {
  const rows = accessMatrix(derived.charter, derived.access.rules).filter(({ operation }) => operation === 'list')
  const { routes } = rest.surface(derived.charter)
  for (const allowed of rows.filter(({ verdict }) => verdict.kind !== 'no')) {
    const path = routes.find(({ operation, kind }) => operation === `${allowed.entity}.list` && kind === 'list')?.path
    const refused = rows.find(({ entity, verdict }) => entity === allowed.entity && verdict.kind === 'no')
    if (path === undefined || (!refused && rows.some(({ verdict }) => verdict.kind === 'no'))) continue
    const yes = await ask(`${url}${path}`, tokens[allowed.role])
    const no = refused ? await ask(`${url}${path}`, tokens[refused.role]) : null
    return {
      path,
      allowed: { role: allowed.role, status: yes.status },
      refused:
        refused && no
          ? { role: refused.role, status: no.status, reason: whyOf(no.body), place: placeOf(no.body) }
          : null,
    }
  }
  return null
}

/** The request that `charter explain` is shown with: the one that was contrasted, else the first that there is; null where there is none. */
export const nextRequest = ({ charter }: Derived, contrast: Contrast | null): string | null => {
  if (contrast) return `GET ${contrast.path}`
  const { routes } = rest.surface(charter)
  const first = routes.find(({ kind }) => kind === 'list') ?? routes.find(({ kind }) => kind !== 'batch')
  return first ? `${first.method} ${first.path}` : null
}

const ask = async (url: string, token: string | undefined): Promise<{ status: number; body: JsonObject }> => {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  return { status: answer.status, body: (await answer.json()) as JsonObject }
}

const whyOf = ({ why, detail }: JsonObject): string => String((why as JsonObject | undefined)?.sentence ?? detail)

const placeOf = ({ why }: JsonObject): string => {
  const rule = (why as JsonObject | undefined)?.rule as JsonObject | undefined
  return rule ? `${rule.file}:${rule.line}` : ''
}
