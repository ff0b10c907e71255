import { createHmac, createPublicKey, randomBytes, verify } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { Webhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { makeSecret, readSecret, type SigningSecret } from "../../src/signing/SigningSecret.ts"
import { signHeaders } from "../../src/signing/signedHeaders.ts"
import { vectors } from "./vectors.ts"

const secretOf = (text: string): SigningSecret => Either.getOrThrow(readSecret(text))
const bytesOf = (text: string) => new TextEncoder().encode(text)
const headersOf = (pairs: ReadonlyArray<string>): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (let i = 0; i < pairs.length; i += 2) headers[pairs[i] ?? ""] = pairs[i + 1] ?? ""
  return headers
}
const now = () => Math.floor(Date.now() / 1000)

/** What a receiver with the public key does. */
const verifiesAsymmetric = (publicKey: string, signed: Buffer, signature: string): boolean => {
  const spki = Buffer.concat([
    Buffer.from("302a300506032b6570032100", "hex"),
    Buffer.from(publicKey.slice("whpk_".length), "base64"),
  ])
  const key = createPublicKey({ key: spki, format: "der", type: "spki" })
  return verify(null, signed, key, Buffer.from(signature.slice("v1a,".length), "base64"))
}

describe("signatures", () => {
  it.each(vectors)("$name comes out byte for byte", ({ body, id, publicKey, seconds, secret, signature }) => {
    const read = secretOf(secret)
    const headers = headersOf(signHeaders({ id, seconds, body: bytesOf(body), secrets: [read] }))
    assert.deepStrictEqual(headers, {
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signature,
      "svix-id": id,
      "svix-timestamp": String(seconds),
      "svix-signature": signature,
    })
    assert.strictEqual(read.publicKey, publicKey)
  })

  it("are accepted by the standardwebhooks package and by the svix package, for any text and any key", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        fc.fullUnicodeString(),
        fc.uuid(),
        (key, text, id) => {
          const secret = secretOf(`whsec_${Buffer.from(key).toString("base64")}`)
          const body = JSON.stringify({ text })
          const headers = headersOf(
            signHeaders({ id, seconds: now(), body: bytesOf(body), secrets: [secret] }),
          )
          assert.deepStrictEqual(new Webhook(secret.text).verify(body, headers), { text })
          assert.deepStrictEqual(new SvixWebhook(secret.text).verify(body, headers), { text })
          const { "svix-id": svixId, "svix-signature": signature, "svix-timestamp": timestamp } = headers
          const twins = {
            "svix-id": svixId ?? "",
            "svix-signature": signature ?? "",
            "svix-timestamp": timestamp ?? "",
          }
          assert.deepStrictEqual(new SvixWebhook(secret.text).verify(body, twins), { text })
        },
      ),
      { numRuns: 100 },
    )
  })

  it("are not accepted when one bit of body, id or time is another", () => {
    const secret = makeSecret("v1")
    const seconds = now()
    const headers = headersOf(signHeaders({ id: "a1", seconds, body: bytesOf("{}"), secrets: [secret] }))
    const receiver = new Webhook(secret.text)
    receiver.verify("{}", headers)
    assert.throws(() => receiver.verify("{ }", headers))
    assert.throws(() => receiver.verify("{}", { ...headers, "webhook-id": "a2" }))
    assert.throws(() => receiver.verify("{}", { ...headers, "webhook-timestamp": String(seconds - 1) }))
  })

  it("cover the bytes of a body that is no UTF-8", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (body) => {
        const shared = makeSecret("v1")
        const pair = makeSecret("v1a")
        const headers = headersOf(signHeaders({ id: "m", seconds: 7, body, secrets: [shared, pair] }))
        const signed = Buffer.concat([Buffer.from("m.7."), body])
        const [v1, v1a] = (headers["webhook-signature"] ?? "").split(" ")
        const key = Buffer.from(shared.text.slice("whsec_".length), "base64")
        assert.strictEqual(v1, `v1,${createHmac("sha256", key).update(signed).digest("base64")}`)
        assert.isTrue(verifiesAsymmetric(pair.publicKey ?? "", signed, v1a ?? ""))
      }),
      { numRuns: 30 },
    )
  })

  it("of a rotation stand in one header, newest first, both kinds together, ten at most", () => {
    const secrets = Array.from({ length: 12 }, (_, i) => makeSecret(i % 3 === 2 ? "v1a" : "v1"))
    const body = bytesOf('{"a":1}')
    const seconds = now()
    const headers = headersOf(signHeaders({ id: "m1", seconds, body, secrets }))
    const entries = (headers["webhook-signature"] ?? "").split(" ")
    assert.lengthOf(entries, 10)
    assert.deepStrictEqual(
      entries,
      secrets.slice(0, 10).map((secret) => secret.sign(`m1.${seconds}.`, body)),
    )
    for (const secret of secrets.slice(0, 10).filter(({ kind }) => kind === "v1"))
      assert.deepStrictEqual(new Webhook(secret.text).verify('{"a":1}', headers), { a: 1 })
    assert.throws(() => new Webhook(secrets[10]?.text ?? "").verify('{"a":1}', headers))
  })

  it("are refused for an id that would shift what is signed", () => {
    const secrets = [makeSecret("v1")]
    for (const id of ["", "a.b", "a b", "a\nb", "ä", "x".repeat(65)])
      assert.throws(() => signHeaders({ id, seconds: 1, body: bytesOf(""), secrets }))
  })
})

describe("secrets", () => {
  const reasonOf = (text: string) =>
    Either.match(readSecret(text), {
      onLeft: ({ reason }) => reason,
      onRight: () => "accepted",
    })
  const base64 = (length: number) => randomBytes(length).toString("base64")

  it("hold 24 to 64 bytes when they are shared", () => {
    for (const length of [24, 25, 32, 63, 64])
      assert.strictEqual(reasonOf(`whsec_${base64(length)}`), "accepted")
    for (const length of [1, 23, 65, 75])
      assert.strictEqual(reasonOf(`whsec_${base64(length)}`), "shared_length")
  })

  it("are taken without the padding of base64, and told with it", () => {
    const key = randomBytes(32).toString("base64")
    assert.strictEqual(secretOf(`whsec_${key.replace("=", "")}`).text, `whsec_${key}`)
  })

  it("of ed25519 come as 64 bytes or as the seed alone, and are told as 64", () => {
    const made = makeSecret("v1a")
    const bytes = Buffer.from(made.text.slice("whsk_".length), "base64")
    assert.lengthOf(bytes, 64)
    const seed = secretOf(`whsk_${bytes.subarray(0, 32).toString("base64")}`)
    assert.strictEqual(seed.text, made.text)
    assert.strictEqual(seed.publicKey, made.publicKey)
    assert.strictEqual(reasonOf(`whsk_${base64(64)}`), "key_pair")
    for (const length of [24, 31, 33, 63, 65])
      assert.strictEqual(reasonOf(`whsk_${base64(length)}`), "private_length")
  })

  it("are refused by name when they are something else, and never repeated", () => {
    const key = base64(32)
    assert.strictEqual(reasonOf(`v1,${key}`), "version_prefix")
    assert.strictEqual(reasonOf(`v1,whsec_${key}`), "version_prefix")
    assert.strictEqual(reasonOf(`v1a,${key}`), "version_prefix")
    assert.strictEqual(reasonOf(`whpk_${key}`), "public_key")
    assert.strictEqual(reasonOf(""), "empty")
    assert.strictEqual(reasonOf("whsec_"), "empty")
    assert.strictEqual(reasonOf("whsk_"), "empty")
    for (const text of ["whsec_not base64!", "whsec_a-b_c", `whsec_${key}\n`, "whsec_====", "whsec_A"])
      assert.strictEqual(reasonOf(text), "not_base64")
    const refused = Either.flip(readSecret(`v1,${key}`))
    assert.notInclude(JSON.stringify(Either.getOrThrow(refused)) + Either.getOrThrow(refused).message, key)
  })

  it("are new each time they are made", () => {
    for (const kind of ["v1", "v1a"] as const) {
      const some = new Set(Array.from({ length: 20 }, () => makeSecret(kind).text))
      assert.strictEqual(some.size, 20)
    }
  })
})
