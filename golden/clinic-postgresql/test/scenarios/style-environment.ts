/** Where styles listen that have a port of their own, by their names. */
export const listeners: Readonly<
  Record<
    string,
    {
      readonly title: string
      readonly portVariable: string
      readonly portDefault: number
      readonly switches: readonly string[]
      readonly urlName: string
    }
  >
> = {
  grpc: {
    title: 'gRPC',
    portVariable: 'GRPC_PORT',
    portDefault: 50051,
    switches: ['GRPC_REFLECTION'],
    urlName: 'grpcUrl',
  },
}

/** What the variables begin with that styles read. */
export const stylePrefixes: readonly string[] = ['GRAPHQL_', 'GRPC_']
