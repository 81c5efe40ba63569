import { open } from 'node:fs/promises';

/** The header of a page: its own length, that of the content after it, and the number of values in it. */
type PageHeader = { length: number; content: number; values: number };

// The field numbers of the Parquet format.
const [compressedSize, dataPage, dataPageV2, valueCount] = [3, 5, 8, 1];

/** Reads the header of the page at an offset; undefined if it ends after `bytes`. Dictionary pages count no values. */
export async function readPageHeader(file: string, offset: number, bytes: number): Promise<PageHeader | undefined> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, offset);
    const reader = createCompactReader(buffer.subarray(0, bytesRead));
    const fields = reader.readStruct();
    const page = (fields.get(dataPage) ?? fields.get(dataPageV2)) as ThriftStruct | undefined;
    return { length: reader.position(), content: numberIn(fields, compressedSize), values: numberIn(page, valueCount) };
  } catch (error) {
    if (error instanceof EndOfBytes) return undefined;
    throw error;
  } finally {
    await handle.close();
  }
}

type ThriftStruct = Map<number, unknown>;

const numberIn = (fields: ThriftStruct | undefined, field: number) => Number(fields?.get(field) ?? 0);

class EndOfBytes extends Error {}

/** Reads Thrift's compact protocol, of which page headers use only some types. */
function createCompactReader(bytes: Buffer) {
  let position = 0;

  function readByte(): number {
    if (position >= bytes.length) throw new EndOfBytes();
    return bytes[position++]!;
  }

  function readVarint(): number {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = readByte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
  }

  // ZigZag encoding: 0, -1, 1, -2.
  function readNumber(): number {
    const value = readVarint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  function skip(length: number): void {
    position += length;
    if (position > bytes.length) throw new EndOfBytes();
  }

  function readValue(type: number): unknown {
    if (type <= 2) return type === 1;
    if (type === 3) return readByte();
    if (type <= 6) return readNumber();
    if (type === 8) return skip(readVarint());
    if (type === 12) return readStruct();
    throw new Error(`unexpected type ${type} in a page header`);
  }

  function readStruct(): ThriftStruct {
    const fields: ThriftStruct = new Map();
    let field = 0;
    for (;;) {
      const byte = readByte();
      if (byte === 0) return fields;
      const step = byte >> 4;
      field = step === 0 ? readNumber() : field + step;
      fields.set(field, readValue(byte & 15));
    }
  }

  return { readStruct, position: () => position };
}
