/** People and organizations: with keys, disabled, deleted, in every role. */

/** Makes them, and answers the headers of `ann`. */
export const makeAccounts = async ({ call, post }) => {
  await post("/users/", { username: "ann", email: "ann@example.com" })
  await post("/users/", { username: "bob" })
  await post("/users/", { username: "cid" })
  await post("/users/cid/api_keys/", { description: "of someone who left" })
  await call("PATCH", "/users/cid/", { disabled: true })
  const { key } = await post("/users/ann/api_keys/", { description: "laptop" })
  const headers = { Authorization: `APIKey ${key}` }
  await post("/users/bob/api_keys/", { description: "", expires_at: "2030-01-01T00:00:00Z" })
  const revoked = await post("/user/api_keys/", { description: "lost" }, headers)
  await call("DELETE", `/user/api_keys/${revoked.id}/`, undefined, headers)
  await post("/organizations/", { username: "acme" })
  await post("/organizations/", { username: "Empty-Org" })
  await call("PUT", "/organizations/acme/members/ann/", { role: "manager" })
  await call("PUT", "/organizations/acme/members/bob/", { role: "labeler" })
  await post("/users/", { username: "dora", email: "dora@example.com" })
  return headers
}
