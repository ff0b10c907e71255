/** Datasets of organizations with images, sequences and clouds: frozen, and one to delete; exports, an import, assets. */
import { gzipSync } from "node:zlib"

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")
const categories = { format_version: "0.1", categories: [{ id: 1, name: "car" }] }

const bbox = {
  id: 1,
  category_id: 1,
  type: "bbox",
  points: [
    [1, 2],
    [30, 40],
  ],
}
const tracked = { ...bbox, track_id: 7, is_keyframe: true }

export const makePictures = async (api, ann) => {
  await sequences(api)
  await masks(api)
  await frozen(api)
  await deleted(api)
  await transfers(api)
  await moved(api)
  await deletedPerson(api, ann)
}

const create = ({ post }, name, task_type, more) =>
  post("/organizations/acme/datasets/", {
    name,
    category: "other",
    task_type,
    task_attributes: categories,
    ...more,
  })

/** Labels and history of image sequences, restored from an older version and deleted. */
const sequences = async (api) => {
  const { call, post } = api
  await create(api, "sequences", "image-vector-sequence")
  const frames = { frames: [{ image: { url: "https://example.com/0.png" }, name: "0" }] }
  const path = "/datasets/acme/sequences"
  const sample = await post(`${path}/samples/`, {
    name: 'seq "1" \u0001é',
    attributes: frames,
    readme: "*x*",
  })
  const label = `/labels/${sample.uuid}/ground-truth/`
  const { version } = await call("PUT", label, {
    label_status: "LABELED",
    attributes: { format_version: "0.1", frames: [{ annotations: [tracked] }] },
  })
  await call("PUT", label, {
    label_status: "LABELED",
    attributes: { frames: [{ annotations: [] }] },
    rating: 3,
  })
  const versions = await call("GET", `${label}history/`)
  await post(`${label}restore/`, { version: version ?? versions.at(-1).version })
  const other = await post(`${path}/samples/`, { name: "seq 2", attributes: frames })
  await call("PUT", `/labels/${other.uuid}/ground-truth/`, {
    label_status: "LABELED",
    attributes: { frames: [] },
  })
  await call("DELETE", `/labels/${other.uuid}/ground-truth/`)
}

/** Samples and labels that name assets by their URLs. */
const masks = async (api) => {
  const { call, post, upload } = api
  await create(api, "masks", "segmentation-bitmap")
  const image = await upload("scene.png", png)
  const mask = await upload("mask.png", Buffer.concat([png, Buffer.from("mask")]))
  const sample = await post("/datasets/acme/masks/samples/", {
    name: "scene",
    attributes: { image: { url: image.url } },
  })
  await call("PUT", `/labels/${sample.uuid}/ground-truth/`, {
    label_status: "LABELED",
    attributes: {
      annotations: [{ id: 1, category_id: 1 }],
      segmentation_bitmap: { url: mask.url },
    },
  })
  await create(api, "clouds", "pointcloud-segmentation")
  const cloud = await post("/datasets/acme/clouds/samples/", {
    name: "cloud",
    attributes: { pcd: { url: "https://example.com/a.pcd", type: "pcd" } },
  })
  await call("PUT", `/labels/${cloud.uuid}/ground-truth/`, {
    label_status: "LABELED",
    attributes: { annotations: [{ id: 1, category_id: 1 }], point_annotations: [0, 1, 1, 0] },
  })
}

const frozen = async (api) => {
  await create(api, "frozen", "bboxes")
  await api.post("/datasets/acme/frozen/samples/", {
    name: "still",
    attributes: { image: { url: "https://example.com/still.png" } },
  })
  await api.call("PATCH", "/datasets/acme/frozen/", { archived: true })
}

/** Deleted later, when no worker purges it. */
const deleted = async (api) => {
  await create(api, "deleted", "keypoints")
  await api.post("/datasets/acme/deleted/samples/", {
    name: "gone",
    attributes: { image: { url: "https://example.com/gone.png" } },
  })
}

const transfers = async (api) => {
  const { call, post, settled, upload } = api
  await create(api, "pictures", "vector")
  const path = "/datasets/acme/pictures"
  for (const name of ["a", "b"]) {
    const sample = await post(`${path}/samples/`, {
      name,
      attributes: { image: { url: `https://images.example/${name}.png`, width: 100, height: 80 } },
    })
    await call("PUT", `/labels/${sample.uuid}/ground-truth/`, {
      label_status: "LABELED",
      attributes: { annotations: [bbox] },
    })
  }
  const ended = async (made) => settled(`${path}/${made}/`, ({ status }) => status !== "PENDING")
  const exported = await post(`${path}/exports/`, { format: "labelme", files: "link" })
  await ended(`exports/${exported.uuid}`)
  const { uuid } = await upload("not-a-zip.zip", gzipSync("{}"))
  const imported = await post(`${path}/imports/`, { asset: uuid })
  await ended(`imports/${imported.uuid}`)
}

/** A dataset that was given to an organization. */
const moved = async ({ post }) => {
  await post("/user/datasets/", { name: "moved", category: "other", task_type: "multisensor-sequence" })
  await post("/datasets/admin/moved/transfer/", { owner: "acme" })
}

/** Someone who worked and was deleted leaves a pseudonym. */
const deletedPerson = async ({ call, post }) => {
  const { key } = await post("/users/dora/api_keys/", { description: "" })
  const dora = { Authorization: `APIKey ${key}` }
  const [claim] = await post("/datasets/admin/drive/queue/labeling/claim/", { count: 1 }, dora)
  await post(`/claims/${claim.claim_id}/skip/`, { time: 3 }, dora)
  await call("DELETE", "/users/dora/")
}
