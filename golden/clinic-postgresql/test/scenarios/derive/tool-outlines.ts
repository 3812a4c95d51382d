import type { ServiceModel } from '../../../src/runtime/index.ts'
import type { Step } from '../scenario.ts'
import { mayCallEver } from './derivation.ts'
import { type Mcp, rpc } from './tool-messages.ts'

/** Where tools stand in a list, each is told with what it gives, also where types hold themselves. */
export const toolOutlines = (mcp: Mcp, model: ServiceModel): readonly Step[] =>
  model.access.roles.flatMap((role) => {
    const told = mcp.surface.tools.filter(({ operation }) => mayCallEver(model, role, operation))
    const says = told.map(({ name }) => `"name":"${name}"`)
    return told.length === 0 ? [] : [rpc(mcp, role, 'tools/list', {}, { status: 200, says })]
  })
