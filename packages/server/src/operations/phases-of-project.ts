import type { PhasesOfProjectBody } from '../charter.gen.ts'
import { evidenceOf } from '../phases/evidence-of.ts'
import { phasesOf } from '../phases/phases-of.ts'

/** How far a project is, of what its rows say now. */
export const phasesOfProject: PhasesOfProjectBody = async ({ row: project }, { rows }) =>
  phasesOf(await evidenceOf(rows, project))
