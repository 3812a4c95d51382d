/** Where a database keeps the state of a service that owns it: enough to carry it elsewhere. */
export interface StateTables {
  /** A table of the state, as statements name it. */
  table(name: string): string
  /** Gives positions of bodies of the record that no log has whole yet. */
  readonly pending: string
  /** Said when only such bodies were put there that a log has. */
  readonly drained: string
  /** Said first in a transaction that is to read all of it as at one moment; absent: it is read while nobody writes. */
  readonly snapshot?: string
}

/** What of the state is carried as it is: columns by table. What was told of changes is not: who follows them begins anew. */
export const carriedTables: Readonly<Record<string, readonly string[]>> = {
  idempotency: ['scope', 'input', 'saved_at_ms', 'value', 'version'],
  api_key: ['hash', 'id', 'principal', 'roles', 'attributes', 'tenant', 'expires_at_ms'],
  api_key_scopes: ['hash', 'scopes'],
  key: ['purpose', 'version', 'id', 'provider', 'wrapped', 'made_at_ms', 'active_from_ms', 'is_retired'],
  token: ['token', 'entity', 'field', 'tenant', 'value_index', 'sealed'],
  job: ['name', 'position'],
  claim: ['scope', 'input', 'id', 'claimed_at_ms', 'prepared'],
  work: ['id', 'operation', 'sealed', 'due_ms', 'holder', 'taken'],
  work_step: ['work', 'step', 'value'],
  file: ['name', 'names'],
}
