import type { GraphOfProjectBody } from '../charter.gen.ts'
import { graphOf } from '../graph/graph-of.ts'
import { joinedIn } from '../graph/joined-in.ts'

/** What is joined in a project, of what its rows say now and whoever asks may see. */
export const graphOfProject: GraphOfProjectBody = async ({ row: { id } }, { rows }) => graphOf(await joinedIn(rows, id))
