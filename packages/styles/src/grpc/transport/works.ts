import type { Followers, ServiceBackend } from '@charter/runtime'
import { asker } from './ask.ts'
import { fileAsker } from './ask-file.ts'
import { decoderOf } from './decode.ts'
import { directoryOf, messageNamed } from './directory.ts'
import { encoderOf } from './encode.ts'
import { fieldPathOf } from './field-path.ts'
import type { Work } from './handler.ts'
import { methodsOf } from './methods.ts'
import type { GrpcSurface, MethodPlan } from './surface.ts'

/** What every method of the surface is served with, by its path: `/clinic.v1.PatientService/GetPatient`. Codecs are made once. */
export const worksOf = (
  surface: GrpcSurface,
  serving: ServiceBackend,
  { closing, followers }: { readonly closing: AbortSignal; readonly followers: Followers },
): ReadonlyMap<string, Work> => {
  const directory = directoryOf(serving.model, surface)
  const encode = encoderOf(surface)
  const decode = decoderOf(surface, { answers: false })
  return new Map(
    methodsOf(surface).map(([path, method]) => [
      path,
      {
        serving,
        method,
        response: messageNamed(directory, method.response),
        ask: isOfBytes(method) ? fileAsker(decode, method) : asker(directory, decode, method),
        encode,
        options: { domain: surface.domain, fieldOf: fieldPathOf(directory, method) },
        closing,
        followers,
      },
    ]),
  )
}

const isOfBytes = ({ kind }: MethodPlan): boolean => kind === 'readFile' || kind === 'sendFile'
