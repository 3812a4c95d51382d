import { graphqlScenarios } from './derive/graphql-protocol.ts'
import { play } from './play.ts'

play('graphql-protocol', graphqlScenarios)
