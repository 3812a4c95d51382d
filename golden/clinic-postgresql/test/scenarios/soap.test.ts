import { envelopeScenarios } from './derive/envelopes.ts'
import { messageSecurityScenarios } from './derive/message-security.ts'
import { play } from './play.ts'

play('envelopes', envelopeScenarios)
play('message-security', messageSecurityScenarios)
