import type { TemporaryDatabase } from '../runtime/index.ts'
import { makeTemporaryOn } from '../sql-server/index.ts'
import { sessions } from './sessions.ts'

/** A database of its own on the server that `near` names. Rejects as the kit's does. */
export const makeTemporary = (near: string | null): Promise<TemporaryDatabase> =>
  makeTemporaryOn(
    {
      sessions,
      scheme: /^postgres(?:ql)?:\/\//i,
      example: 'postgres://user@host/postgres',
      create: (name) => `CREATE DATABASE "${name}"`,
      drop: (name) => `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`,
    },
    near,
  )
