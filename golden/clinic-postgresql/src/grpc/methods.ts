import type { GrpcSurface, MethodPlan } from './surface.ts'

/** Every method with its path: `/clinic.v1.PatientService/GetPatient`. */
export const methodsOf = ({ package: name, services }: GrpcSurface): readonly (readonly [string, MethodPlan])[] =>
  services.flatMap((service) =>
    service.methods.map((method) => [`/${name}.${service.name}/${method.name}`, method] as const),
  )
