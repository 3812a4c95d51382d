import { pointerSteps } from '@charter/runtime'
import { type Directory, messageNamed } from './directory.ts'
import type { MessagePlan, MethodPlan } from './surface.ts'

/** Turns a JSON Pointer into a write's body into the path that protobuf's own tools use: `patient.tags.items[0]`. */
export const fieldPathOf =
  (directory: Pick<Directory, 'messages'>, method: MethodPlan) =>
  (pointer: string): string => {
    const request = messageNamed(directory, method.request)
    const steps = pointerSteps(pointer)
    const body = request.fields.find(({ member }) => member === 'value')
    const message = body?.type.kind === 'message' ? messageNamed(directory, body.type.of) : undefined
    if (!body || !message || isOfRequest(directory, request, message, steps)) return walk(directory, request, steps)
    return [body.name, walk(directory, message, steps)].filter((part) => part !== '').join('.')
  }

/**
 * A body's members are looked for first, as far as they have what is below one that is called `key`; the key, masks and what is
 * selected are fields of the request itself.
 */
const isOfRequest = (
  directory: Pick<Directory, 'messages'>,
  request: MessagePlan,
  body: MessagePlan,
  [step, ...below]: readonly string[],
): boolean =>
  !body.fields.some((field) => field.member === step && hasBelow(directory, field, below)) &&
  request.fields.some(({ member, name }) => member === step || name === step)

const hasBelow = (
  directory: Pick<Directory, 'messages'>,
  { type }: MessagePlan['fields'][number],
  [next]: readonly string[],
): boolean => {
  if (next === undefined || type.kind === 'json') return true
  if (type.kind !== 'message') return false
  const { shape, fields } = messageNamed(directory, type.of)
  if (shape === 'list') return /^\d+$/.test(next)
  return shape === 'map' || fields.some(({ member }) => member === next)
}

const walk = (directory: Pick<Directory, 'messages'>, from: MessagePlan, steps: readonly string[]): string => {
  let path = ''
  let message: MessagePlan | undefined = from
  for (const step of steps) {
    const isList: boolean = message?.shape === 'list' || message?.shape === 'map'
    const field: MessagePlan['fields'][number] | undefined = isList
      ? message?.fields[0]
      : message?.fields.find(({ member }) => member === step)
    const named = field?.name ?? step
    path += isList ? `.${named}[${message?.shape === 'list' ? step : JSON.stringify(step)}]` : `.${named}`
    message = field?.type.kind === 'message' ? messageNamed(directory, field.type.of) : undefined
  }
  return path.slice(1)
}
