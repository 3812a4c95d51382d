import { graphqlStyle } from './graphql/index.ts'
import { grpcStyle } from './grpc/index.ts'
import { mcpStyle } from './mcp/index.ts'
import { restStyle } from './rest/index.ts'
import { soapStyle } from './soap/index.ts'
import type { NodeStyle } from './style.ts'

/** The styles that generated Node services can speak. */
export const nodeStyles: readonly NodeStyle[] = [restStyle, graphqlStyle, grpcStyle, soapStyle, mcpStyle]
