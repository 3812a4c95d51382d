import { type ServerDuplexStream, status } from '@grpc/grpc-js'
import { type JsonObject, networkOf, type ServiceBackend } from '../../runtime/index.ts'
import { clientOf } from '../context.ts'
import { decoderOf } from '../decode.ts'
import { encoderOf } from '../encode.ts'
import { tooManyWatchers } from '../health.ts'
import type { GrpcListener } from '../listener.ts'
import type { GrpcSurface } from '../surface.ts'
import { type DescribedFile, dependenciesOf, fileDescriptor } from './file-descriptor.ts'
import { knownFiles } from './known-files.ts'
import { reflectionSurface } from './reflection-surface.ts'

/**
 * Server reflection (grpc/doc/server-reflection.md), v1 and v1alpha: what is offered, for clients that know no more than
 * the address. It tells what the contract tells, so it asks nobody who they are.
 */
export const joinReflection = (
  surface: GrpcSurface,
  { refusals, addressOf }: Pick<ServiceBackend, 'refusals' | 'addressOf'>,
  listener: GrpcListener,
): void => {
  const { server, closing, gates } = listener
  let known: Described | null = null
  // Made when somebody asks: of a large charter it is megabytes, and most clients have the contract.
  const described = (): Described => {
    known ??= describe([{ name: fileOf(surface), surface }, ...knownFiles])
    return known
  }
  for (const version of ['v1', 'v1alpha'] as const) {
    const plan = reflectionSurface(version)
    const encode = encoderOf(plan)
    const decode = decoderOf(plan, { answers: false })
    const path = `/${plan.package}.ServerReflection/ServerReflectionInfo`
    gates.set(path, 'open')
    server.register(
      path,
      (call: ServerDuplexStream<JsonObject, JsonObject>) => {
        const address = clientOf(call.getPeer(), call.metadata, addressOf)
        refusals?.note({ style: 'grpc', address, reason: 'introspection' })
        const leave = listener.watchers.take(networkOf(address))
        if (!leave) return void call.emit('error', tooManyWatchers)
        call.on('data', (request) => {
          // Who does not take its answers is asked for no more questions.
          if (call.write({ original_request: request, ...answerTo(described(), request) })) return
          call.pause()
          call.once('drain', () => call.resume())
        })
        const stop = () => {
          leave()
          closing.removeEventListener('abort', stop)
          call.end()
        }
        call.on('end', stop)
        call.on('cancelled', stop)
        closing.addEventListener('abort', stop)
      },
      (answer) => encode('ServerReflectionResponse', answer),
      // A record's JSON is an object.
      (bytes) => decode('ServerReflectionRequest', bytes).value as JsonObject,
      'bidi',
    )
  }
}

/** `clinic/v1/clinic.proto`: where the contract has it, below its root. */
const fileOf = ({ package: name }: GrpcSurface): string =>
  `${name.replaceAll('.', '/')}/${name.slice(0, name.indexOf('.'))}.proto`

interface Described {
  /** Bytes of a file, those of what it imports after it. */
  readonly files: ReadonlyMap<string, readonly string[]>
  /** The file that declares a name. */
  readonly symbols: ReadonlyMap<string, string>
  readonly services: readonly string[]
}

const describe = (files: readonly DescribedFile[]): Described => {
  const bytes = new Map(files.map((file) => [file.name, fileDescriptor(file).toString('base64')]))
  return {
    files: new Map(
      files.map((file) => [file.name, [file.name, ...dependenciesOf(file)].map((name) => bytes.get(name) ?? '')]),
    ),
    symbols: new Map(files.flatMap((file) => symbolsOf(file).map((symbol) => [symbol, file.name] as const))),
    services: files.flatMap(({ surface }) => surface.services.map(({ name }) => `${surface.package}.${name}`)),
  }
}

const symbolsOf = ({ surface }: DescribedFile): readonly string[] =>
  [
    ...surface.messages.flatMap(({ name, fields }) => [name, ...fields.map((field) => `${name}.${field.name}`)]),
    ...surface.enums.flatMap(({ name, values }) => [name, ...values.map((value) => value.name)]),
    ...surface.services.flatMap(({ name, methods }) => [name, ...methods.map((method) => `${name}.${method.name}`)]),
  ].map((name) => `${surface.package}.${name}`)

const answerTo = ({ files, symbols, services }: Described, request: JsonObject): JsonObject => {
  const { file_by_filename: file, file_containing_symbol: symbol, list_services: list } = request
  if (list !== undefined) return { list_services_response: { service: services.map((name) => ({ name })) } }
  const name = typeof symbol === 'string' ? symbols.get(symbol.replace(/^\./, '')) : String(file)
  const found = name === undefined ? undefined : files.get(name)
  if (found) return { file_descriptor_response: { file_descriptor_proto: found } }
  return {
    error_response: {
      error_code: status.NOT_FOUND,
      error_message: 'Nothing of this name is declared here; proto3 has no extensions.',
    },
  }
}
