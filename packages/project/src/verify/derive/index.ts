import type { ExampleRows } from '@charter/charter'
import type { Derived } from '@charter/service'
import { rest } from '@charter/styles'
import type { Scenario } from '../scenario.ts'
import { accessScenarios } from './access.ts'
import { assertionScenarios } from './assertions.ts'
import { contractScenarios } from './contracts.ts'
import { createScenarios } from './creates.ts'
import { aboutEntity, type Deriving } from './deriving.ts'
import { envelopeScenarios } from './envelopes.ts'
import { filterScenarios } from './filters.ts'
import { graphqlScenarios } from './graphql-protocol.ts'
import { grpcScenarios } from './grpc-calls.ts'
import { includeScenarios } from './includes.ts'
import { limitedScenarios } from './limited.ts'
import { listScenarios } from './lists.ts'
import { manyRowsScenarios } from './many-rows.ts'
import { messageSecurityScenarios } from './message-security.ts'
import { ownRowScenarios } from './own-rows.ts'
import { auditScenarios, batchScenarios, deleteScenarios, idempotencyScenarios } from './records.ts'
import { restProtocolScenarios } from './rest-protocol.ts'
import { signInScenarios } from './sign-in.ts'
import { soapIncludeScenarios } from './soap-includes.ts'
import { startScenarios } from './starts.ts'
import { stopScenarios } from './stops.ts'
import { surfaceScenarios } from './surface.ts'
import { toolScenarios } from './tool-calls.ts'
import { updateScenarios } from './updates.ts'
import { walkScenarios } from './walks.ts'

/** Everything that a charter alone says of its service, as scenarios over `examples` (`seedRows(model)`). */
export const scenariosFor = (
  { charter, model, styles }: Pick<Derived, 'charter' | 'model' | 'styles'>,
  examples: ExampleRows,
): readonly Scenario[] => {
  const deriving: Deriving = { charter, model, styles, surface: rest.surface(charter), examples }
  return [
    ...surfaceScenarios(deriving),
    ...signInScenarios(deriving),
    ...assertionScenarios(deriving),
    ...envelopeScenarios(deriving),
    ...messageSecurityScenarios(deriving),
    ...soapIncludeScenarios(deriving),
    ...toolScenarios(deriving),
    ...grpcScenarios(deriving),
    ...startScenarios(deriving),
    ...stopScenarios(deriving),
    ...contractScenarios(deriving),
    ...restProtocolScenarios(deriving),
    ...manyRowsScenarios(deriving),
    ...graphqlScenarios(deriving),
    ...limitedScenarios(deriving),
    ...model.entities.flatMap((entity) => {
      const about = aboutEntity(deriving, entity)
      return families.flatMap((family) => family(about))
    }),
  ]
}

const families = [
  accessScenarios,
  walkScenarios,
  listScenarios,
  filterScenarios,
  includeScenarios,
  createScenarios,
  updateScenarios,
  idempotencyScenarios,
  batchScenarios,
  auditScenarios,
  deleteScenarios,
  ownRowScenarios,
]
