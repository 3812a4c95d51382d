import type { Scenario } from '../scenario.ts'
import { accessScenarios } from './access.ts'
import { batchScenarios } from './batches.ts'
import { createScenarios } from './creates.ts'
import { deepIncludeScenarios } from './deep-includes.ts'
import { deleteScenarios } from './deletes.ts'
import type { About } from './derivation.ts'
import { fileScenarios } from './files.ts'
import { filterScenarios } from './filters.ts'
import { goneReferenceScenarios } from './gone-references.ts'
import { idempotencyScenarios } from './idempotency.ts'
import { includeScenarios } from './includes.ts'
import { listScenarios } from './lists.ts'
import { longRowScenarios } from './long-rows.ts'
import { nestedPageScenarios } from './nested-pages.ts'
import { oddKeyScenarios } from './odd-keys.ts'
import { ownRowScenarios } from './own-rows.ts'
import { ownedRowScenarios } from './owned-rows.ts'
import { auditScenarios } from './records.ts'
import { referrerScenarios } from './referrers.ts'
import { replayScenarios } from './replays.ts'
import { sameKeyScenarios } from './same-keys.ts'
import { shortValueScenarios } from './short-values.ts'
import { stateScenarios } from './states.ts'
import { updateScenarios } from './updates.ts'
import { viewsApartScenarios } from './views-apart.ts'
import { walkScenarios } from './walks.ts'
import { writeOnlyScenarios } from './write-only.ts'

/** What holds of one entity: who may do what with its rows, and what each does. */
export const entityScenarios = (about: About): readonly Scenario[] => families.flatMap((family) => family(about))

const families = [
  accessScenarios,
  walkScenarios,
  listScenarios,
  longRowScenarios,
  filterScenarios,
  includeScenarios,
  deepIncludeScenarios,
  createScenarios,
  sameKeyScenarios,
  oddKeyScenarios,
  updateScenarios,
  writeOnlyScenarios,
  fileScenarios,
  goneReferenceScenarios,
  idempotencyScenarios,
  replayScenarios,
  batchScenarios,
  auditScenarios,
  deleteScenarios,
  referrerScenarios,
  ownRowScenarios,
  ownedRowScenarios,
  shortValueScenarios,
  nestedPageScenarios,
  viewsApartScenarios,
  stateScenarios,
]
