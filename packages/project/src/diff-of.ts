import { accessMatrix, compileAccess, wideningsOf } from '@charter/access'
import { type Charter, type Diff, diffCharters } from '@charter/charter'
import { styles } from '@charter/styles'

/** What one charter does to clients of every style, to access and to data of another, and what somebody has to answer for. */
export const diffOf = (before: Charter, after: Charter): Diff =>
  diffCharters(before, after, {
    styles,
    access: (charter) => accessMatrix(charter, compileAccess(charter).rules),
    widenings: wideningsOf,
  })
