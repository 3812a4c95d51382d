import type { GrpcSurface, MethodPlan } from './surface.ts'

const method = (name: string, isStream: boolean): MethodPlan => ({
  name,
  kind: 'operation',
  operation: '',
  request: 'HealthCheckRequest',
  response: 'HealthCheckResponse',
  ...(isStream && { isStream: true }),
})

/** grpc/health/v1/health.proto */
export const healthSurface: Pick<GrpcSurface, 'package' | 'messages' | 'enums' | 'services'> = {
  package: 'grpc.health.v1',
  enums: [
    {
      name: 'HealthCheckResponse.ServingStatus',
      unspecified: 'UNKNOWN',
      values: [
        { name: 'SERVING', value: 'SERVING', number: 1 },
        { name: 'NOT_SERVING', value: 'NOT_SERVING', number: 2 },
        { name: 'SERVICE_UNKNOWN', value: 'SERVICE_UNKNOWN', number: 3 },
      ],
    },
  ],
  messages: [
    {
      name: 'HealthCheckRequest',
      shape: 'record',
      fields: [{ name: 'service', member: 'service', number: 1, type: { kind: 'string' }, label: 'one' }],
    },
    {
      name: 'HealthCheckResponse',
      shape: 'record',
      fields: [
        {
          name: 'status',
          member: 'status',
          number: 1,
          type: { kind: 'enum', of: 'HealthCheckResponse.ServingStatus' },
          label: 'one',
        },
      ],
    },
    { name: 'HealthListRequest', shape: 'record', fields: [] },
    {
      name: 'HealthListResponse',
      shape: 'map',
      fields: [
        {
          name: 'statuses',
          member: 'statuses',
          number: 1,
          type: { kind: 'message', of: 'HealthCheckResponse' },
          label: 'map',
        },
      ],
    },
  ],
  services: [
    {
      name: 'Health',
      methods: [
        method('Check', false),
        { ...method('List', false), request: 'HealthListRequest', response: 'HealthListResponse' },
        method('Watch', true),
      ],
    },
  ],
}
