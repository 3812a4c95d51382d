/** One thing wrong with one value. `path` is a JSON Pointer (RFC 6901) into the input, or `?name` for a query parameter. */
export interface InputError {
  readonly path: string
  readonly code: InputErrorCode
  readonly message: string
}

export type InputErrorCode =
  | 'required'
  | 'unknown'
  | 'duplicate'
  | 'wrong-type'
  | 'not-writable'
  | 'null'
  | 'too-short'
  | 'too-long'
  | 'too-small'
  | 'too-large'
  | 'pattern'
  | 'format'
  | 'not-in-enum'
  | 'digits'
  | 'not-unique'
  | 'not-found'
  | 'check'
  | 'unsupported'

/** Errors of one request that are told; that there are more is said (docs/semantics.md, problems). */
export const errorsMax = 20

/** Code units of a path, and of a sentence, that a client is told: whatever it called its members. */
const textMax = 1000

/**
 * Where readers note what is wrong. It holds what is told and one more, by which `problem` knows to say so, so that an input which is
 * nothing but errors costs no more than any other of its size.
 */
export class InputErrors implements Iterable<InputError> {
  readonly #kept: InputError[] = []
  #length = 0

  /** How many were found, kept or not. */
  get length(): number {
    return this.#length
  }

  /** An error, or what makes it: of a million, the words of all but the first would be made for nobody. */
  push(error: InputError | (() => InputError)): void {
    this.#length++
    if (this.#kept.length <= errorsMax) this.#kept.push(boundedError(typeof error === 'function' ? error() : error))
  }

  pushAll(errors: Iterable<InputError>): void {
    for (const error of errors) this.push(error)
  }

  [Symbol.iterator](): Iterator<InputError> {
    return this.#kept.values()
  }
}

/** An error with its texts cut to what is told. */
export const boundedError = ({ path, code, message }: InputError): InputError => ({
  path: shortened(path, textMax),
  code,
  message: shortened(message, textMax),
})

/** A text of at most `max` code units, with an ellipsis where there was more: what a client sent is not sent back at length. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`
