import { expect, test } from 'vitest'
import { isReflecting } from './reflecting.ts'

test('what gRPC offers is told in development, and in production where somebody says so', () => {
  expect([isReflecting({}, 'development'), isReflecting({}, 'production')]).toEqual([true, false])
  expect(isReflecting({ GRPC_REFLECTION: 'true' }, 'production')).toBe(true)
  expect(isReflecting({ GRPC_REFLECTION: 'false' }, 'development')).toBe(false)
})
