/** Work that no worker has done yet, and claims that are open. Made on a server without the role `worker`. */

export const makePending = async ({ call, post }, ann) => {
  const drive = "/datasets/admin/drive"
  await post(`${drive}/releases/`, { name: "v2", description: "Pending" })
  await post(`${drive}/queue/labeling/claim/`, { count: 2 })
  const [returned] = await post(`${drive}/queue/labeling/claim/`, { count: 1 }, ann)
  await call("DELETE", `/claims/${returned.claim_id}/`, undefined, ann)
  await post(`${drive}/queue/reviewing/claim/`, { count: 1 }, ann)
  await call("DELETE", "/datasets/acme/deleted/")
  const pictures = "/datasets/acme/pictures"
  await post(`${pictures}/exports/`, { format: "coco", files: "link" })
  await post("/assets/", { filename: "never-uploaded.png" })
  const clone = "/datasets/admin/drive-clone"
  const { configuration, config_version } = await call("GET", `${clone}/configuration/`)
  const renamed = structuredClone(configuration)
  renamed.categories[0].name = "vehicle"
  await post(`${clone}/configuration/apply/`, {
    configuration: renamed,
    config_version,
    actions: [{ op: "rename_category", category_id: 1, to: "vehicle" }],
  })
  await call("PATCH", `${pictures}/`, { description: "Changed while no worker runs" })
}
