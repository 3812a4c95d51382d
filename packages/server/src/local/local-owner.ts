import type { Platform } from '../open-platform.ts'
import { owner } from '../people/routes/local-link.ts'

/** Calls of whoever sits at this machine: its platform is theirs. */
export type LocalOwner = <Body>(asked: string, body?: object) => Promise<Body>

/** The platform refused what its own user asked. */
export class OwnerRefused extends Error {
  override readonly name = 'OwnerRefused'
}

/** `POST projects`, `GET deployments/…`, below `/api/v1`. Of a platform in development. Rejects with OwnerRefused. */
export const localOwner = async ({ service, url }: Platform): Promise<LocalOwner> => {
  return async <Body>(asked: string, body?: object): Promise<Body> => {
    const token = await service.development?.token([], { sub: owner })
    const [method = '', path = ''] = asked.split(' ')
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { readonly detail?: string }
    if (!response.ok) throw new OwnerRefused(`${asked}: ${answer.detail ?? response.status}`)
    return answer as Body
  }
}
