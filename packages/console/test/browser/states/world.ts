/**
 * The data behind the states of the pages: one dataset with everything, one without anything, point clouds, an endpoint that fails
 * sometimes.
 */
import { makeDataset } from "../support/dataset.ts"
import { type Receiver, startReceiver } from "../support/receiver.ts"
import { startServer, type TestServer } from "../support/server.ts"
import { beginAudit, makeAudit, makeBlindAudit } from "./audit.ts"
import { makeClouds } from "./clouds.ts"
import { makeDrawnClouds, makePaintedFrames } from "./drawn.ts"
import { type GoldSamples, makeGoldSamples } from "./gold.ts"
import { makeOverlaps } from "./overlap.ts"

/** The data, by what addresses of pages need. */
export interface World extends GoldSamples {
  readonly server: TestServer
  /** The key of somebody without datasets and webhooks. */
  readonly newcomer: string
  /** A sample with a label and an issue. */
  readonly sample: string
  /** A sample of point clouds with a label. */
  readonly cloud: string
  readonly endpoint: string
  /** An audit with outcomes of the release `v1` of the dataset `audited`. */
  readonly audit: string
  /** One without outcomes, of the dataset `blind`, that the admin can check. */
  readonly blindAudit: string
  /** The same, of objects. */
  readonly objectAudit: string
  /** One of the dataset `blind` that could not be prepared. */
  readonly failedAudit: string
  /** The address of an invitation to an organization, below that of the server. */
  readonly invitation: string
  readonly stop: () => Promise<void>
}

interface Named {
  readonly uuid: string
}

export const makeWorld = async (): Promise<World> => {
  const receiver = await startReceiver()
  const server = await startServer({ ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8" })
  const newcomer = await server.person("nora")
  await server.person("lee")
  await makeDataset(server, { name: "empty", samples: 0, collaborators: {} })
  await makeDataset(server, {
    name: "street",
    samples: 12,
    settings: { enable_save_button: true, enable_skip_labeling: true },
    category: { attributes: [{ name: "plate", input_type: "text", is_mandatory: true }] },
    collaborators: { lee: "labeler" },
  })
  // Cast: the list of samples.
  const samples = (await server.call(
    "GET",
    "/datasets/admin/street/samples/?sort=name",
  )) as ReadonlyArray<Named>
  await label(server, samples)
  const sample = samples[3]?.uuid ?? ""
  await issues(server, sample)
  for (const name of ["v1", "v2"]) {
    await server.call("POST", "/datasets/admin/street/releases/", {
      name,
      description: `The release ${name}`,
    })
    await server.call("PATCH", `/samples/${sample}/`, { priority: 5 })
    await succeeded(server, name)
  }
  const cloud = await makeClouds(server)
  await makeDrawnClouds(server)
  await makePaintedFrames(server)
  await makeOverlaps(server)
  const gold = await makeGoldSamples(server)
  const audit = await makeAudit(server)
  const blindAudit = await makeBlindAudit(server)
  const objectAudit = await beginAudit(server, "admin/blind", { unit: "objects" })
  const failedAudit = await beginAudit(server, "admin/blind", { labelset: "none" })
  const invitation = await organization(server)
  const endpoint = await webhooks(server, receiver)
  return {
    server,
    newcomer,
    sample,
    cloud,
    endpoint,
    audit,
    blindAudit,
    objectAudit,
    failedAudit,
    invitation,
    ...gold,
    stop: async () => {
      await server.stop()
      await receiver.close()
    },
  }
}

const statuses = [
  "UNLABELED",
  "UNLABELED",
  "PRELABELED",
  "LABELED",
  "LABELED",
  "REVIEWED",
  "REJECTED",
  "SKIPPED",
]

const label = async (server: TestServer, samples: ReadonlyArray<Named>): Promise<void> => {
  for (const [index, { uuid }] of samples.entries()) {
    const label_status = statuses[index % statuses.length]
    if (label_status === "UNLABELED") continue
    const annotations = Array.from({ length: 1 + (index % 3) }, (_, at) => ({
      id: at + 1,
      category_id: 1 + (at % 2),
      type: "bbox",
      points: [
        [80 + 200 * at, 90],
        [240 + 200 * at, 300],
      ],
      attributes: {},
    }))
    const attributes = { format_version: "0.1", annotations }
    await server.call("PUT", `/labels/${uuid}/ground-truth/`, { label_status, attributes })
  }
}

const issues = async (server: TestServer, sample: string): Promise<void> => {
  const anchor = { type: "location", location: { type: "2d", x: 200, y: 150 }, frame: 0 }
  await server.call("POST", `/samples/${sample}/issues/`, { description: "Is this a car?", anchor })
  // Cast: the record of the issue.
  const closed = (await server.call("POST", `/samples/${sample}/issues/`, {
    description: "The image is too dark.",
    anchor: null,
  })) as Named
  await server.call("PATCH", `/issues/${closed.uuid}/`, { status: "CLOSED" })
}

const succeeded = async (server: TestServer, name: string): Promise<void> => {
  for (let turn = 0; turn < 200; turn++) {
    const release = await server.call("GET", `/datasets/admin/street/releases/${name}/`)
    if (JSON.stringify(release).includes('"SUCCEEDED"')) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The release ${name} did not succeed.`)
}

/** An organization with a member and an open invitation, whose address is returned. */
const organization = async (server: TestServer): Promise<string> => {
  await server.call("POST", "/organizations/", { username: "acme" })
  await server.call("PUT", "/organizations/acme/members/lee/", { role: "labeler" })
  // Cast: the new invitation with its address.
  const { url } = (await server.call("POST", "/organizations/acme/invitations/", { role: "manager" })) as {
    readonly url: string
  }
  return url.slice(server.origin.length + "/console".length)
}

/** An endpoint with a delivery that arrived, and one that failed. */
const webhooks = async (server: TestServer, receiver: Receiver): Promise<string> => {
  await server.call("PUT", "/user/webhooks/")
  // Cast: the record of the endpoint.
  const { uuid } = (await server.call("POST", "/user/webhooks/endpoints/", {
    url: receiver.url,
    description: "Training set",
    event_types: ["label.*"],
  })) as Named
  for (const status of [200, 500]) {
    receiver.answer(status, status === 200 ? "ok" : "not \u202enow")
    await server.call("POST", `/user/webhooks/endpoints/${uuid}/test/`, {})
  }
  return uuid
}
