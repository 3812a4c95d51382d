import type { Principal } from './call.ts'

/**
 * Names a principal among those of all tenants: two tenants may each have their `admin`. What is counted or kept for a principal is
 * so under this name; no tenant and id make that of another pair.
 */
export const principalKey = ({ id, tenant }: Pick<Principal, 'id' | 'tenant'>): string =>
  JSON.stringify([tenant ?? null, id])
