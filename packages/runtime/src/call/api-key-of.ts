import type { Principal } from './call.ts'

/** Ids of API keys, by who was proven by them. Kept as long as the principal is. */
const apiKeys = new WeakMap<Principal, string>()

export const rememberApiKey = (principal: Principal, id: string | undefined): void => {
  if (id !== undefined) apiKeys.set(principal, id)
}

/** The id of the API key that proved them; undefined of who signed in otherwise. */
export const apiKeyOf = (principal: Principal): string | undefined => apiKeys.get(principal)
