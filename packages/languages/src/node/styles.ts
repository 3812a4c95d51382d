import { grpcStyle } from './grpc/index.ts'
import { restStyle } from './rest/index.ts'
import type { NodeStyle } from './style.ts'

/** The styles that generated Node services can speak. */
export const nodeStyles: readonly NodeStyle[] = [restStyle, grpcStyle]
