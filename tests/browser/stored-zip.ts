type Entry = { name: string; body: Buffer; offset: number };

/** A zip archive of executable files, uncompressed and without checksums (APPNOTE.TXT, section 4.3). */
export function storedZip(files: Record<string, string>): Buffer {
  const entries: Entry[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const entry = { name, body: Buffer.from(text), offset };
    entries.push(entry);
    offset += localFile(entry).length;
  }
  const directory = Buffer.concat(entries.map(directoryEntry));
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...entries.map(localFile), directory, Buffer.from('PK\x05\x06'), end]);
}

function localFile(entry: Entry): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04'), sharedFields(entry), Buffer.from(entry.name), entry.body]);
}

function directoryEntry(entry: Entry): Buffer {
  const madeBy = Buffer.from([20, 3]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(0o100755 * 0x10000, 6);
  rest.writeUInt32LE(entry.offset, 10);
  return Buffer.concat([
    Buffer.from('PK\x01\x02'),
    madeBy,
    sharedFields(entry),
    rest,
    Buffer.from(entry.name),
  ]);
}

function sharedFields({ name, body }: Entry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt32LE(body.length, 14);
  fields.writeUInt32LE(body.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}
