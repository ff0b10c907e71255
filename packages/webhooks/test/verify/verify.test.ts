/** The verifier for receivers: the published vectors, the reference library, and what the sender itself signs. */
import { Either } from "effect"
import { Webhook } from "standardwebhooks"
import { assert, describe, it, vi } from "vitest"
import { makeSecret, readSecret } from "../../src/signing/SigningSecret.ts"
import { signHeaders } from "../../src/signing/signedHeaders.ts"
import {
  fetchedKeys,
  type VerificationFailure,
  WebhookVerificationError,
  webhookVerifier,
} from "../../src/verify/index.ts"
import { vectors } from "../signing/vectors.ts"

const at = 1_800_000_000
const now = () => at * 1000
const bytes = (text: string) => new TextEncoder().encode(text)

/** As the dispatcher writes them. */
const headersOf = (id: string, body: Uint8Array, secrets: ReadonlyArray<string>, seconds = at) => {
  const all = signHeaders({
    id,
    seconds,
    body,
    secrets: secrets.map((text) => Either.getOrThrow(readSecret(text))),
  })
  return Object.fromEntries(all.flatMap((name, n) => (n % 2 === 0 ? [[name, all[n + 1] ?? ""]] : [])))
}

const codeOf = async (verified: Promise<unknown>): Promise<VerificationFailure | "verified"> => {
  try {
    await verified
    return "verified"
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}

const shared = makeSecret("v1")
const pair = makeSecret("v1a")
const body = bytes('{"event_type":"label.updated"}')

describe("a signature", () => {
  it.each(vectors)("of $name is verified, and that of another body, id or time is not", async (vector) => {
    const { id, publicKey, secret, seconds, signature } = vector
    const verifier = webhookVerifier({ keys: publicKey ?? secret, now: () => seconds * 1000 })
    const headers = { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": signature }
    const { events } = await verifier.verify(vector.body, new Headers(headers))
    assert.deepStrictEqual(events, [{ id, payload: JSON.parse(vector.body) }])
    const codes = await Promise.all(
      [
        verifier.verify(`${vector.body} `, headers),
        verifier.verify(vector.body, { ...headers, "webhook-id": "other" }),
        verifier.verify(vector.body, { ...headers, "webhook-timestamp": String(seconds + 1) }),
      ].map(codeOf),
    )
    assert.deepStrictEqual(codes, ["no_match", "no_match", "no_match"])
  })

  it("of the reference library is verified, and the sender's is by the reference library", async () => {
    const reference = new Webhook(shared.text)
    const text = '{"name":"Zoë"}'
    const seconds = Math.floor(Date.now() / 1000)
    const signature = reference.sign("msg_1", new Date(seconds * 1000), text)
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(seconds),
      "webhook-signature": signature,
    }
    assert.strictEqual((await webhookVerifier({ keys: shared.text }).verify(text, headers)).id, "msg_1")
    reference.verify(text, headersOf("msg_1", bytes(text), [shared.text], seconds))
  })

  it("is taken from the svix headers and from Node's names in any case", async () => {
    const named = headersOf("msg_1", body, [shared.text])
    const { verify } = webhookVerifier({ keys: shared.text, now })
    const only = (prefix: string) =>
      Object.fromEntries(
        Object.entries(named).flatMap(([name, value]) =>
          name.startsWith(prefix) ? [[name.toUpperCase(), value]] : [],
        ),
      )
    for (const prefix of ["svix-", "webhook-"])
      assert.strictEqual((await verify(body, only(prefix))).timestamp.getTime(), now())
  })

  it("of either kind and either key is verified while secrets are rotated", async () => {
    const [old, other] = [makeSecret("v1"), makeSecret("v1")]
    const headers = headersOf("msg_1", body, [pair.text, old.text])
    const keys = [pair.publicKey ?? "", old.text]
    for (const one of [...keys.map((key) => [key]), keys, [other.text, ...keys]])
      assert.strictEqual(await codeOf(webhookVerifier({ keys: one, now }).verify(body, headers)), "verified")
    assert.strictEqual(
      await codeOf(webhookVerifier({ keys: other.text, now }).verify(body, headers)),
      "no_match",
    )
  })

  it("of one version is never taken for one of another", async () => {
    const headers = headersOf("msg_1", body, [shared.text])
    const relabeled = {
      ...headers,
      "webhook-signature": headers["webhook-signature"]?.replace("v1,", "v1a,"),
    }
    const keys = [shared.text, pair.publicKey ?? ""]
    assert.strictEqual(await codeOf(webhookVerifier({ keys, now }).verify(body, relabeled)), "no_match")
  })
})

describe("a request", () => {
  const { verify } = webhookVerifier({ keys: shared.text, now })
  const good = headersOf("msg_1", body, [shared.text])

  it("is refused by what is wrong with it", async () => {
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"])
      assert.strictEqual(
        await codeOf(verify(body, { ...good, [name]: undefined, [name.replace("webhook", "svix")]: "" })),
        "missing_header",
      )
    for (const timestamp of ["soon", "1.8e9", `0${at}`, `${at} `, "-1", "9".repeat(40)])
      assert.strictEqual(
        await codeOf(verify(body, { ...good, "webhook-timestamp": timestamp })),
        "malformed_timestamp",
      )
    for (const signature of ["v1,", "v1", ",", "v2,AAAA", "v1,%%%", `${"v9,AAAA ".repeat(5000)}`])
      assert.strictEqual(await codeOf(verify(body, { ...good, "webhook-signature": signature })), "no_match")
    const noise = bytes("\u0000")
    assert.strictEqual(await codeOf(verify(noise, headersOf("msg_1", noise, [shared.text]))), "not_json")
    const notText = Uint8Array.of(0xff, 0xfe)
    assert.strictEqual(await codeOf(verify(notText, headersOf("msg_1", notText, [shared.text]))), "not_json")
  })

  it("is taken within five minutes, or within what the receiver says", async () => {
    const of = (seconds: number, toleranceSeconds?: number) =>
      codeOf(
        webhookVerifier({ keys: shared.text, now, toleranceSeconds }).verify(
          body,
          headersOf("a", body, [shared.text], seconds),
        ),
      )
    assert.deepStrictEqual(
      await Promise.all([of(at - 300), of(at + 300), of(at - 301), of(at + 301), of(at - 11, 10)]),
      ["verified", "verified", "too_old", "too_new", "too_old"],
    )
  })

  it("brings each event once, several of a batch by their own ids", async () => {
    const seen = new Set(["b"])
    const isNew = (id: string) => !seen.has(id) && seen.add(id) !== undefined
    const once = webhookVerifier({ keys: shared.text, now, isNew })
    const batch = bytes(JSON.stringify({ events: ["a", "b", "c"].map((id) => ({ id, payload: { n: id } })) }))
    const first = await once.verify(batch, headersOf("batch_1", batch, [shared.text]))
    assert.deepStrictEqual(first.events, [
      { id: "a", payload: { n: "a" } },
      { id: "c", payload: { n: "c" } },
    ])
    assert.deepStrictEqual(first.duplicates, ["b"])
    const [one, two] = [await once.verify(body, good), await once.verify(body, good)]
    assert.deepStrictEqual([one.events.length, two.events.length, two.duplicates], [1, 0, ["msg_1"]])
  })

  it("is asked about only after it was verified, and fails as the receiver's own function fails", async () => {
    let asked = 0
    const isNew = () => {
      asked += 1
      throw new Error("The disk is full.")
    }
    const once = webhookVerifier({ keys: shared.text, now, isNew })
    assert.strictEqual(await codeOf(once.verify(bytes("{}"), good)), "no_match")
    assert.strictEqual(asked, 0)
    const failed = await once.verify(body, good).catch((error: unknown) => error)
    assert.strictEqual(Object(failed).message, "The disk is full.")
  })
})

describe("a key", () => {
  it("that is none is refused by name, and never repeated", async () => {
    for (const key of ["", "whsec_", "whsec_%", "v1,whsec_AAAA", pair.text, "whpk_AAAA"]) {
      const error = await webhookVerifier({ keys: key, now })
        .verify(body, headersOf("msg_1", body, [shared.text]))
        .catch((cause: unknown) => cause)
      assert.instanceOf(error, TypeError)
      if (key.length > 10) assert.notInclude(String(error), key)
    }
  })

  it("that cannot be imported does not refuse what another key verifies, and is named where none does", async () => {
    const { verify } = webhookVerifier({ keys: ["whpk_AAAA", shared.text], now })
    assert.strictEqual(await codeOf(verify(body, headersOf("msg_1", body, [shared.text]))), "verified")
    const other = headersOf("msg_1", body, [makeSecret("v1").text])
    assert.instanceOf(await verify(body, other).catch((cause: unknown) => cause), TypeError)
  })

  it("set that cannot be read is read again after ten seconds, not at every request", async () => {
    vi.useFakeTimers({ toFake: ["performance"] })
    try {
      let reads = 0
      const source = fetchedKeys("https://example.com/jwks.json", {
        fetch: async () => {
          reads += 1
          throw new Error("The network is down.")
        },
      })
      const failure = () => source({ refresh: false }).catch(String)
      const both = [await failure(), await failure()]
      assert.deepStrictEqual(both, ["Error: The network is down.", "Error: The network is down."])
      assert.strictEqual(reads, 1)
      vi.advanceTimersByTime(10_000)
      await failure()
      assert.strictEqual(reads, 2)
    } finally {
      vi.useRealTimers()
    }
  })

  it("set that is not answered in time fails", async () => {
    const source = fetchedKeys("https://example.com/jwks.json", {
      timeoutMillis: 1,
      fetch: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason))
        }),
    })
    assert.match(await source({ refresh: false }).then(String, String), /TimeoutError/)
  })

  it("of a key set is read once, and again when none matches, but not at every such request", async () => {
    const jwk = (publicKey: string | null) => ({
      kty: "OKP",
      crv: "Ed25519",
      x: Buffer.from((publicKey ?? "").slice(5), "base64").toString("base64url"),
    })
    let keys = [jwk(makeSecret("v1a").publicKey), { kty: "RSA", n: "AQAB", e: "AQAB" }]
    let reads = 0
    const source = fetchedKeys("https://example.com/jwks.json", {
      fetch: async () => {
        reads += 1
        return Response.json({ keys })
      },
    })
    const { verify } = webhookVerifier({ keys: source, now })
    const headers = headersOf("msg_1", body, [pair.text])
    assert.deepStrictEqual(
      await Promise.all([codeOf(verify(body, headers)), codeOf(verify(body, headers))]),
      ["no_match", "no_match"],
    )
    assert.strictEqual(reads, 1)
    keys = [jwk(pair.publicKey)]
    const later = fetchedKeys("https://example.com/jwks.json", {
      fetch: async () => Response.json({ keys }),
      maxAgeMillis: 0,
    })
    assert.strictEqual(await codeOf(webhookVerifier({ keys: later, now }).verify(body, headers)), "verified")
  })
})
