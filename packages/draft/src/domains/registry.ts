import { education } from './education/index.ts'
import { finance } from './finance/index.ts'
import { government } from './government/index.ts'
import { healthcare } from './healthcare/index.ts'
import type { Industry } from './industry.ts'
import { logistics } from './logistics/index.ts'
import { manufacturing } from './manufacturing/index.ts'
import { retail } from './retail/index.ts'
import { travel } from './travel/index.ts'

/** What is known of each trade: one line per folder. Where two fit equally well, the first is meant. */
export const industries: readonly Industry[] = [
  healthcare,
  finance,
  retail,
  manufacturing,
  logistics,
  travel,
  education,
  government,
]
