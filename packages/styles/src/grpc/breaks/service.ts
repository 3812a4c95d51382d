import type { Break } from '@charter/charter'
import type { GrpcSurface, MethodPlan, ServicePlan } from '../transport/surface.ts'

/** Services and methods that are gone, or that take or give another message. */
export const serviceBreaks = (old: GrpcSurface, now: GrpcSurface): readonly Break[] => [
  ...old.services.flatMap((service) => {
    const found = now.services.find(({ name }) => name === service.name)
    if (!found) return [breaking(service.of ?? service.name, `The service ${service.name} is gone.`)]
    return service.methods.flatMap((method) => methodBreaks(service, method, found))
  }),
  ...now.services.flatMap(({ name, methods }) => {
    const had = old.services.find((each) => each.name === name)
    return methods
      .filter((method) => !had?.methods.some((each) => each.name === method.name))
      .map(
        (method): Break => ({
          about: method.operation,
          sentence: `${name}.${method.name} is new.`,
          severity: 'additive',
        }),
      )
  }),
]

const methodBreaks = ({ name }: ServicePlan, old: MethodPlan, service: ServicePlan): readonly Break[] => {
  const now = service.methods.find((method) => method.name === old.name)
  const full = `${name}.${old.name}`
  if (!now) return [breaking(old.operation, `${full} is gone.`)]
  return [
    ...(now.isStream === old.isStream
      ? []
      : [breaking(old.operation, `${full} ${now.isStream ? 'now streams' : 'no longer streams'}.`)]),
    ...(now.takesStream === old.takesStream
      ? []
      : [breaking(old.operation, `${full} ${now.takesStream ? 'now takes' : 'no longer takes'} a stream.`)]),
  ]
}

const breaking = (about: string, sentence: string): Break => ({ about, sentence, severity: 'breaking' })
