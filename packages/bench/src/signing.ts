/** F2: the signature of a webhook, against the reference library for JavaScript and against a bare SHA-256 of the body. */
import { createHash } from "node:crypto"
import { makeSecret } from "@annotary/webhooks"
import { Webhook } from "standardwebhooks"
import type { Benchmark } from "./harness/stage.ts"

/** Signatures in a round. */
const count = 20_000
const id = "01a1f9ba-42ec-7003-afa4-000000000001"
const sizes = [
  { name: "1 KB", bytes: 1000, atLeast: 4 },
  { name: "10 KB", bytes: 10_000, atLeast: 7 },
]

export const runBenchmark: Benchmark = async (stage) => {
  const secret = makeSecret("v1")
  const library = new Webhook(secret.text)
  const at = new Date()
  const seconds = String(Math.trunc(at.getTime() / 1000))
  for (const { atLeast, bytes, name } of sizes) {
    const text = "x".repeat(bytes)
    const body = Buffer.from(text)
    if (secret.sign(`${id}.${seconds}.`, body) !== library.sign(id, at, text))
      throw new Error("The signatures differ.")
    const ours = measureRate(() => secret.sign(`${id}.${seconds}.`, body))
    await stage.compare({
      metric: `F2 signature of ${name}, peer standardwebhooks (signatures/s)`,
      target: { of: "ratio", atLeast },
      packages: ["@annotary/webhooks", "standardwebhooks"],
      ours,
      peer: measureRate(() => library.sign(id, at, text)),
    })
    await stage.compare({
      metric: `F2 signature of ${name}, peer a bare SHA-256 of the body (signatures/s)`,
      target: { of: "ratio", atLeast: 0 },
      packages: ["@annotary/webhooks"],
      ours,
      peer: measureRate(() => createHash("sha256").update(body).digest("base64")),
    })
  }
}

const measureRate = (sign: () => string) => async (): Promise<number> => {
  const begun = performance.now()
  for (let i = 0; i < count; i++) sign()
  return count / ((performance.now() - begun) / 1000)
}
