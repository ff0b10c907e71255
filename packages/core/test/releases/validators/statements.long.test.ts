/**
 * Other programs read the signed statements of a release: securesystemslib verifies the envelopes, the package of in-toto parses the
 * statements, and Python computes the Merkle root and follows the proof by RFC 6962.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { TestContext } from "vitest"
import { pythonWith } from "../../../../formats/test/validators/python.ts"
import { ReleaseStatements } from "../../../src/releases/ReleaseStatements.ts"
import { StatementKeys } from "../../../src/releases/StatementKeys.ts"
import { build, bytesOf, prepare, ref, services } from "../support.ts"

const packages = ["securesystemslib==1.6.0", "cryptography==46.0.3", "in-toto-attestation==0.9.3"]

const program = `
import base64, hashlib, json, sys
from google.protobuf import json_format
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey
data = json.load(open(sys.argv[1]))
file = base64.b64decode(data["file"])
public = base64.urlsafe_b64decode(data["key"]["x"] + "=").hex()
key = SSlibKey(data["key"]["kid"], "ed25519", "ed25519", {"public": public})
sha256 = lambda part: hashlib.sha256(part).digest()
statements = []
for each in data["statements"]:
    envelope = Envelope.from_dict(each)
    signers = list(envelope.verify([key], 1))
    statement = Statement.copy_from_pb(json_format.Parse(envelope.payload, statement_pb2.Statement()))
    statement.validate()
    statements.append({"signers": signers, "digest": statement.pb.subject[0].digest["sha256"] == hashlib.sha256(file).hexdigest()})
def tree(leaves):
    if len(leaves) == 1: return sha256(b"\\0" + leaves[0])
    half = 1
    while half * 2 < len(leaves): half *= 2
    return sha256(b"\\1" + tree(leaves[:half]) + tree(leaves[half:]))
lines = [line.rstrip(b",") for line in file.split(b"\\n") if line.startswith(b'{"uuid"')]
root = tree([sha256(line) for line in lines]).hex()
proof = data["proof"]
path = base64.b64decode(proof["path"])
index, last, hash = proof["index"], len(lines) - 1, sha256(b"\\0" + bytes.fromhex(proof["line_sha256"]))
for at in range(0, len(path), 32):
    sibling = path[at:at + 32]
    if index % 2 or index == last:
        hash = sha256(b"\\1" + sibling + hash)
        while index % 2 == 0 and index: index, last = index // 2, last // 2
    else:
        hash = sha256(b"\\1" + hash + sibling)
    index, last = index // 2, last // 2
line = file[data["line"]["offset"]:data["line"]["offset"] + data["line"]["length"]]
print(json.dumps({
    "statements": statements, "lines": len(lines), "root": root, "proven": hash.hex(), "ended": last == 0,
    "line": sha256(line).hex() == proof["line_sha256"] and data["sample"] in line.decode(),
}))
`

/** Null, and a test that is skipped, where the packages cannot be had. */
const judge = async (input: unknown, context: TestContext) => {
  const python = await pythonWith(packages)
  if (python === null) return context.skip()
  const folder = await mkdtemp(join(tmpdir(), "annotary-statements-"))
  try {
    const file = join(folder, "input.json")
    await writeFile(file, JSON.stringify(input))
    return JSON.parse(await python.run(program, file))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

it.effect(
  "a signed release is verified, its root computed and a sample found in it by programs that are not ours",
  (context) =>
    Effect.gen(function* () {
      const samples = yield* prepare(13)
      const release = yield* build("v1")
      const service = yield* ReleaseStatements
      const { keys } = yield* (yield* StatementKeys).readKeySet()
      const [key] = keys
      const sample = samples[7]?.id ?? assert.fail()
      const { line, proof } = yield* service.prove(ref, "v1", sample)
      const statements = yield* service.list(ref, "v1")
      const file = Buffer.from(yield* bytesOf(release)).toString("base64")
      const judged = yield* Effect.promise(() =>
        judge({ file, statements, key, proof, line, sample }, context),
      )
      assert.deepStrictEqual(judged, {
        // The root, the release, and its overlap and agreement.
        statements: Array.from({ length: 3 }, () => ({ signers: [key?.kid], digest: true })),
        lines: 13,
        root: release.samplesSha256,
        proven: release.samplesSha256,
        ended: true,
        line: true,
      })
    }).pipe(Effect.provide(services())),
  600_000,
)
