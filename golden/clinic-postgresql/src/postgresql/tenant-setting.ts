import { readOf, type SqlValue } from '../sql-store/index.ts'

/** The setting by which tables that keep tenants apart know whose rows a statement is of. A session's own is `anyTenant`. */
export const tenantSetting = 'charter.tenant'
export const anyTenant = '*'
/** What stands before a tenant's name, so that none is called as any is. */
export const oneTenant = '='

/** Says it until the end of the transaction, which statements that are sent together have of their own. */
export const setTenant = readOf(`SELECT pg_catalog.set_config('${tenantSetting}', ?, true)`)

export const tenantValues = (tenant: string | null): readonly SqlValue[] => [
  tenant === null ? anyTenant : `${oneTenant}${tenant}`,
]
