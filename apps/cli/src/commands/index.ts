import type { Command } from '../command.ts'
import { access } from './access.ts'
import { check } from './check.ts'
import { completionOf } from './completion.ts'
import { contract } from './contract.ts'
import { dev } from './dev.ts'
import { diff } from './diff.ts'
import { docs } from './docs.ts'
import { draft } from './draft.ts'
import { edit } from './edit.ts'
import { explain } from './explain.ts'
import { generate } from './generate.ts'
import { introspect } from './introspect.ts'
import { keys } from './keys.ts'
import { ledger } from './ledger/index.ts'
import { migrate } from './migrate.ts'
import { mock } from './mock.ts'
import { run } from './run.ts'
import { start } from './start.ts'
import { token } from './token.ts'
import { upgrade } from './upgrade.ts'
import { verify } from './verify.ts'
import { why } from './why.ts'

/** In the order of a project's life. */
export const commands: readonly Command[] = [
  start,
  draft,
  edit,
  introspect,
  check,
  diff,
  access,
  explain,
  why,
  contract,
  docs,
  generate,
  migrate,
  upgrade,
  run,
  dev,
  mock,
  verify,
  token,
  keys,
  ledger,
  completionOf(() => commands),
]
