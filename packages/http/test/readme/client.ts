import { createClient, exactJson, isApiError, memberText } from "@annotary/http/client"

export const fill = async (baseUrl: string, apiKey: string, signal: AbortSignal): Promise<void> => {
  const client = createClient({ baseUrl, apiKey })
  const path = { owner: "ada", dataset: "cars" }

  const dataset = await client.datasets.get({ path })
  console.log(dataset.task_type)
  try {
    await client.samples.create({ path, payload: { name: "front 1" } }, { signal })
  } catch (error) {
    if (!isApiError(error, "AlreadyExists")) throw error
  }

  const lines = [{ name: "front 2" }, { name: "front 3", attributes: exactJson('{"t":1700000000123456789}') }]
  const upload = client.upload({ path, lines }, { signal })
  for await (const { line, status } of upload) console.log(line, status)
  console.log(upload.sums.created)

  for await (const { name, uuid } of client.all.samples.list({ path })) {
    if (uuid === undefined) continue // Lists may leave it out: `urlParams: { fields: "name" }`.
    const text = await client.text.samples.get({ path: { sample: uuid } })
    console.log(name, memberText(text, "attributes"))
  }
}
