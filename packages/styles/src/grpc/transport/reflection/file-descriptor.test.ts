import { fromBinary } from '@bufbuild/protobuf'
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { expect, test } from 'vitest'
import { allTypes } from '../../../rest/contract/all-types.fixture.ts'
import { load } from '../../../testing/model.ts'
import { contract, contractFile } from '../../contract/contract.ts'
import { surfaceOf } from '../../surface.ts'
import { described } from '../../testing/buf.ts'
import { fileDescriptor } from './file-descriptor.ts'

const methodsIn = ({ service }: FileDescriptorProto) =>
  service.flatMap(({ method }) =>
    method.map(({ name, inputType, outputType, clientStreaming, serverStreaming }) =>
      [name, inputType, outputType, clientStreaming, serverStreaming].join(' '),
    ),
  )

test('methods are described as a compiler of the contract does, those that take or give streams too', async () => {
  const { charter } = load(allTypes)
  const surface = surfaceOf(charter)
  const name = contractFile(surface)
  const told = methodsIn(fromBinary(FileDescriptorProtoSchema, fileDescriptor({ name, surface })))
  const { file } = fromBinary(FileDescriptorSetSchema, await described(contract(charter, surface)))
  const compiled = file.find((each) => each.name === name)
  expect(told).toEqual(compiled && methodsIn(compiled))
  expect(told.filter((line) => line.endsWith('true false')).map((line) => line.split(' ')[0])).toEqual([
    expect.stringMatching(/^Send.*Photo$/),
  ])
})
