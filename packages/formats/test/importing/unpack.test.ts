import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
import { pack } from "tar-stream"
import { afterAll, assert, describe, it } from "vitest"
import yazl from "yazl"
import { zipFolder } from "../../src/exporting/pack.ts"
import { FormatError } from "../../src/FormatError.ts"
import { folderSource } from "../../src/files/Source.ts"
import { DiskNearlyFull, type UnpackLimits, unpack, unpackLimits } from "../../src/importing/unpack.ts"

const root = mkdtempSync(join(tmpdir(), "unpack-"))
afterAll(() => rmSync(root, { recursive: true }))
let count = 0
const fresh = () => join(root, String(++count))

const saved = async (bytes: Uint8Array): Promise<string> => {
  const path = fresh()
  await writeFile(path, bytes)
  return path
}

const zipOf = (files: Readonly<Record<string, string>>, mode?: number): Promise<string> => {
  const zip = new yazl.ZipFile()
  for (const [path, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), path, mode === undefined ? {} : { mode })
  zip.end()
  return buffer(zip.outputStream).then(saved)
}

const tarOf = async (
  entries: ReadonlyArray<Parameters<ReturnType<typeof pack>["entry"]>[0]>,
): Promise<Buffer> => {
  const tar = pack()
  for (const entry of entries) tar.entry(entry, entry.type === undefined ? "content" : "")
  tar.finalize()
  return await buffer(tar)
}

const refusal = async (archive: string, limits?: Partial<UnpackLimits>): Promise<string> => {
  try {
    await unpack(archive, fresh(), { ...unpackLimits, ...limits })
  } catch (cause) {
    if (cause instanceof FormatError) return cause.reason
    throw cause
  }
  return "nothing was refused"
}

/** Replaces a name inside of an archive by another one of the same length, which its writer would refuse. */
const renamed = (archive: string, from: string, to: string): Promise<string> => {
  const bytes = readFileSync(archive)
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at)) bytes.write(to, at)
  return saved(bytes)
}

describe("an archive", () => {
  it("of a folder is the same each time, and gives the folder again", async () => {
    const folder = fresh()
    execFileSync("mkdir", ["-p", join(folder, "labels")])
    writeFileSync(join(folder, "labels", "a.txt"), "0 0.5 0.5 1 1\n")
    writeFileSync(join(folder, "data.yaml"), "names: [a]\n")
    const one = await buffer(zipFolder(folder))
    assert.isTrue(one.equals(await buffer(zipFolder(folder))))
    const again = fresh()
    await unpack(await saved(one), again)
    const source = await folderSource(again)
    assert.deepStrictEqual(source.paths, ["data.yaml", "labels/a.txt"])
    assert.strictEqual(Buffer.from(await source.bytes("labels/a.txt")).toString(), "0 0.5 0.5 1 1\n")
  })

  it("ends with the error of a file that is gone", async () => {
    const folder = fresh()
    execFileSync("mkdir", ["-p", folder])
    for (const name of ["a", "b"]) writeFileSync(join(folder, name), "x".repeat(1_000_000))
    const parts = zipFolder(folder)
    rmSync(folder, { recursive: true })
    assert.match(String(await buffer(parts).catch(String)), /ENOENT/)
  })

  it("may be a tar file, gzipped or not", async () => {
    const tar = await tarOf([{ name: "a/b.txt" }])
    for (const bytes of [tar, gzipSync(tar)]) {
      const folder = fresh()
      await unpack(await saved(bytes), folder)
      assert.strictEqual(readFileSync(join(folder, "a/b.txt"), "utf8"), "content")
    }
  })

  it("is refused when a path leaves the folder", async () => {
    const zip = await renamed(await zipOf({ "aa/aa/evil": "x" }), "aa/aa/evil", "../../evil")
    assert.match(await refusal(zip), /\.\.\/\.\.\/evil|outside|relative path/)
    assert.match(
      await refusal(await saved(await tarOf([{ name: "../evil" }]))),
      /outside of its folder: "..\/evil"/,
    )
    const drive = await renamed(await zipOf({ Caaaaaaaaevil: "x" }), "Caaaaaaaaevil", "C:/../../evil")
    assert.match(await refusal(drive), /outside of its folder/)
  })

  it("is unpacked below the folder when its paths are absolute", async () => {
    for (const path of ["/home/me/b.txt", "C:\\sets\\b.txt", "\\\\nas\\a\\b.txt", ".\\a\\b.txt"]) {
      const other = "x".repeat(path.length)
      const zip = await renamed(await zipOf({ [other]: "content" }), other, path)
      for (const archive of [zip, await saved(await tarOf([{ name: path }]))]) {
        const folder = fresh()
        await unpack(archive, folder)
        const relative = path.replaceAll("\\", "/").replace(/^(C:|\.)?\/+/, "")
        assert.strictEqual(readFileSync(join(folder, relative), "utf8"), "content", path)
      }
    }
  })

  it("is refused when it has links or devices", async () => {
    assert.match(await refusal(await zipOf({ link: "/etc/passwd" }, 0o120777)), /symbolic link: link/)
    const linked = await tarOf([{ name: "link", type: "symlink", linkname: "/etc/passwd" }])
    assert.match(await refusal(await saved(linked)), /has a symlink: link/)
  })

  it("is refused when it has too many files, or too many bytes unpacked", async () => {
    const zip = await zipOf({ a: "x".repeat(1_000_000), b: "y" })
    assert.match(await refusal(zip, { files: 1, bytes: 10_000_000 }), /too many files/)
    assert.match(await refusal(zip, { files: 10, bytes: 100_000 }), /too large unpacked/)
    const folder = fresh()
    await unpack(zip, folder, { ...unpackLimits, bytes: 1_000_000 }).catch(() => {})
    assert.deepStrictEqual(readdirSync(folder), [], "the directory is checked before anything is written")
    await unpack(zip, folder, { ...unpackLimits, bytes: 1_000_001 })
    const tar = await saved(await tarOf([{ name: "a" }, { name: "b" }]))
    assert.match(
      await refusal(tar, { bytes: 13 }),
      /too large unpacked: 14 bytes or more, above the limit of 13/,
    )
    assert.match(await refusal(tar, { files: 1 }), /too many files/)
    const bomb = await saved(gzipSync(Buffer.alloc(50_000_000)))
    assert.match(await refusal(bomb), /not a complete tar file|too large|has a/)
  })

  /** What is written on a disk of which so much is free at first, each time that it is looked at. */
  const writtenOn = async (archive: string, free: ReadonlyArray<number>): Promise<number | "refused"> => {
    const folder = fresh()
    const left = [...free]
    const disk = async () => ({ free: left.shift() ?? 0, size: 1000_000_000 })
    try {
      await unpack(archive, folder, { ...unpackLimits, freeBytes: 10_000_000 }, archive, disk)
    } catch (cause) {
      if (!(cause instanceof DiskNearlyFull)) throw cause
      const isEmpty = readdirSync(folder).length === 0
      return isEmpty ? "refused" : statSync(join(folder, "a")).size
    }
    return statSync(join(folder, "a")).size
  }

  it("is refused before anything is written when it would fill the disk nearly", async () => {
    const zip = await zipOf({ a: "x".repeat(1_000_000) })
    assert.strictEqual(await writtenOn(zip, [11_000_000, 11_000_000]), 1_000_000)
    assert.strictEqual(await writtenOn(zip, [11_000_000, 10_999_999]), "refused")
    assert.strictEqual(await writtenOn(zip, [9_999_999]), "refused")
  })

  it("ends while it is written when others fill the disk meanwhile", async () => {
    const tar = pack()
    tar.entry({ name: "a" }, Buffer.alloc(40_000_000))
    tar.finalize()
    const archive = await saved(gzipSync(await buffer(tar)))
    assert.strictEqual(await writtenOn(archive, [1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9]), 40_000_000)
    assert.isBelow(Number(await writtenOn(archive, [1e9, 9_999_999])), 20_000_000)
  })

  it("is refused when it is cut off, or no archive", async () => {
    const whole = readFileSync(await zipOf({ a: "x".repeat(10_000) }))
    assert.match(await refusal(await saved(whole.subarray(0, 80))), /not a complete zip file/)
    const tar = gzipSync(await tarOf([{ name: "a" }, { name: "b" }]))
    assert.match(await refusal(await saved(tar.subarray(0, tar.length - 20))), /not a complete tar file/)
    assert.match(await refusal(await saved(Buffer.from("hello"))), /is not a zip, tar or tar.gz file/)
  })

  it("is refused when a file is there twice, or is also a folder", async () => {
    const twice = await saved(await tarOf([{ name: "a/b" }, { name: "a/b" }]))
    assert.strictEqual(await refusal(twice), "has a file that cannot be beside its others: a/b.")
    const both = await saved(await tarOf([{ name: "a" }, { name: "a/b" }]))
    assert.strictEqual(await refusal(both), "has a file that cannot be beside its others: a/b.")
  })

  it("is not to blame when the system fails", async () => {
    const archive = await saved(await tarOf([{ name: "a" }]))
    const folder = fresh()
    execFileSync("mkdir", ["-p", folder])
    rmSync(archive)
    const failure = await unpack(archive, folder).catch((cause: unknown) => cause)
    assert.notInstanceOf(failure, FormatError)
    assert.match(String(failure), /ENOENT/)
  })

  it("is called by another name where its path is nobody's business", async () => {
    const archive = await saved(Buffer.from("hello"))
    const failure = await unpack(archive, fresh(), unpackLimits, "the archive").catch(String)
    assert.strictEqual(failure, "FormatError: the archive: is not a zip, tar or tar.gz file.")
  })

  it("is refused as a folder that has a link", async () => {
    const folder = fresh()
    execFileSync("mkdir", ["-p", folder])
    symlinkSync("/etc/passwd", join(folder, "link"))
    const found = await folderSource(folder).catch((cause: unknown) => cause)
    assert.instanceOf(found, FormatError)
    assert.match(String(found), /link: is a symbolic link/)
  })
})
