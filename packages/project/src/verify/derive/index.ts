import type { ExampleRows } from '@charter/charter'
import type { Derived } from '@charter/service'
import { rest } from '@charter/styles'
import type { Scenario } from '../scenario.ts'
import { askable } from './askable.ts'
import { askedRecordScenarios } from './asked-records.ts'
import { assertionScenarios } from './assertions.ts'
import { besideScenarios } from './beside.ts'
import { comparisonScenarios } from './comparisons.ts'
import { conditional } from './conditional.ts'
import { connectScenarios } from './connect-calls.ts'
import { contractScenarios } from './contracts.ts'
import { credentialKindScenarios } from './credential-kinds.ts'
import { databaseScenarios } from './databases.ts'
import { deadlineScenarios } from './deadlines.ts'
import { deepRecordScenarios } from './deep-records.ts'
import { aboutEntity, type Derivation } from './derivation.ts'
import { entityScenarios } from './entity.ts'
import { envelopeScenarios } from './envelopes.ts'
import { graphqlHeld } from './graphql-held.ts'
import { graphqlScenarios } from './graphql-protocol.ts'
import { grpcScenarios } from './grpc-calls.ts'
import { heldScenarios } from './held.ts'
import { keySetScenarios } from './key-sets.ts'
import { limitedScenarios } from './limited.ts'
import { longAnswerScenarios } from './long-answers.ts'
import { manyRowsScenarios } from './many-rows.ts'
import { messageSecurityScenarios } from './message-security.ts'
import { restProtocolScenarios } from './rest-protocol.ts'
import { signInScenarios } from './sign-in.ts'
import { soapIncludeScenarios } from './soap-includes.ts'
import { soapSelectionScenarios } from './soap-selections.ts'
import { soapWriteScenarios } from './soap-writes.ts'
import { atRestScenarios } from './start-at-rest.ts'
import { keyServiceScenarios } from './start-keys.ts'
import { startScenarios } from './starts.ts'
import { stopScenarios } from './stops.ts'
import { surfaceScenarios } from './surface.ts'
import { toldWriteScenarios } from './told-writes.ts'
import { toolScenarios } from './tool-calls.ts'

/** Everything that a charter alone says of its service, as scenarios over `examples` (`seedRows(model)`). */
export const scenariosFor = (
  { charter, model, styles }: Pick<Derived, 'charter' | 'model' | 'styles'>,
  examples: ExampleRows,
): readonly Scenario[] => {
  const deriving: Derivation = { model, styles, surface: rest.surface(charter), examples }
  const scenarios = [
    ...surfaceScenarios(deriving),
    ...signInScenarios(deriving),
    ...credentialKindScenarios(deriving),
    ...assertionScenarios(deriving),
    ...envelopeScenarios(deriving),
    ...messageSecurityScenarios(deriving),
    ...soapIncludeScenarios(deriving),
    ...soapSelectionScenarios(deriving),
    ...soapWriteScenarios(deriving),
    ...toolScenarios(deriving),
    ...grpcScenarios(deriving),
    ...connectScenarios(deriving),
    ...keySetScenarios(deriving),
    ...startScenarios(deriving),
    ...atRestScenarios(deriving),
    ...keyServiceScenarios(deriving),
    ...besideScenarios(deriving),
    ...databaseScenarios(deriving, charter),
    ...stopScenarios(deriving),
    ...contractScenarios({ charter, model, styles }),
    ...toldWriteScenarios({ charter, model, styles }, deriving),
    ...restProtocolScenarios(deriving),
    ...manyRowsScenarios(deriving),
    ...longAnswerScenarios(deriving),
    ...comparisonScenarios(deriving),
    ...graphqlScenarios(deriving),
    ...limitedScenarios(deriving),
    ...deepRecordScenarios(deriving),
    ...askedRecordScenarios(deriving),
    ...heldScenarios(deriving),
    ...graphqlHeld(deriving, charter),
    ...deadlineScenarios(deriving, charter),
    ...model.entities.flatMap((entity) => entityScenarios(aboutEntity(deriving, entity))),
  ]
  return conditional(askable(scenarios, deriving), model)
}
