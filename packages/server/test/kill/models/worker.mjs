/**
 * A model that answers claims until it is killed: `worker.mjs URLS DATASET KEY MODEL`. `URLS`: a file with the address of the server, which
 * changes when that is started again. It writes a line for each answer that the server acknowledged.
 */
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"

const [urls, dataset, key, model] = process.argv.slice(2)

const call = async (path, body) => {
  const response = await fetch(`${readFileSync(urls, "utf8")}${path}`, {
    method: "POST",
    headers: { authorization: `APIKey ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

/** Every twentieth sample gets a reason instead of a label. */
const answer = async ({ claim_id: claim, sample }) => {
  const declines = Number(sample.name.slice(1)) % 20 === 0
  const done = declines
    ? await call(`/claims/${claim}/decline/`, { model_version: "v1", reason: `too dark: ${sample.name}` })
    : await call(`/claims/${claim}/prelabel/`, {
        model_version: "v1",
        attributes: { annotations: [], token: sample.name, model, t: 1700000000123 },
        score: 0.5,
      })
  if (done.status === 200) console.log(`done ${claim} ${sample.uuid}`)
  // A person was faster, or the lease has expired.
  else if (done.status !== 409) console.log(`fault ${done.status} ${done.text.slice(0, 300)}`)
}

for (;;) {
  try {
    const claims = await call(`/datasets/${dataset}/queue/prelabeling/claim/`, {
      count: 20,
      lease_seconds: 30,
    })
    if (claims.status !== 200) {
      console.log(`fault ${claims.status} ${claims.text.slice(0, 300)}`)
      break
    }
    const batch = JSON.parse(claims.text)
    for (const claim of batch) await answer(claim)
    if (batch.length === 0) await sleep(200)
  } catch {
    // The server is gone.
    await sleep(50)
  }
}
