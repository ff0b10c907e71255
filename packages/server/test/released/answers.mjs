/** What a server answers about everything in it: read when a fixture is written, and compared after it was migrated. */

/** The paths of lists and records, found by following the lists. Those of claims are left out, because claims expire. */
export const answersOf = async (call) => {
  const answers = {}
  const get = async (path) => {
    answers[path] = await call("GET", path)
    return answers[path]
  }
  const records = (answer) =>
    Array.isArray(answer) ? answer : (Object.values(answer).find(Array.isArray) ?? [])
  for (const path of ["/users/", "/organizations/", "/organizations/acme/members/", "/audit/"])
    await get(path)
  for (const of of ["/user/webhooks", "/organizations/acme/webhooks"])
    for (const { uuid } of records(await get(`${of}/endpoints/`))) {
      await get(`${of}/endpoints/${uuid}/deliveries/`)
      await get(`${of}/endpoints/${uuid}/recoveries/`)
    }
  for (const { name, owner } of [
    ...records(await get("/user/datasets/")),
    ...records(await get("/users/acme/datasets/")),
  ]) {
    const dataset = `/datasets/${owner.username ?? owner}/${name}`
    for (const list of [
      "",
      "audit/",
      "collaborators/",
      "configuration/",
      "configuration/versions/",
      "exports/",
      "imports/",
      "issues/",
      "labelsets/",
      "releases/",
      "warnings/",
      "workunits/",
    ])
      await get(`${dataset}/${list}`)
    const labelsets = records(answers[`${dataset}/labelsets/`])
    for (const { uuid } of records(await get(`${dataset}/samples/?sort=name`)))
      for (const labelset of labelsets) {
        const label = `/labels/${uuid}/${labelset.name}/`
        const there = await get(label).then(
          () => true,
          () => false,
        )
        if (there) for (const path of ["history/", "warnings/"]) await get(label + path)
      }
  }
  return answers
}
