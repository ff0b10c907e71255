/** Invitations by link. */
import type { Fixture } from "../support/fixture.ts"
import { get, type Row, send } from "./rows.ts"

const ofAcme = () => "/organizations/acme/invitations/"
const ofCars = ({ dataset }: Fixture) => `${dataset}/invitations/`

const made = (fixture: Fixture, path: string) =>
  fixture.ok({ method: "POST", path, body: { role: "labeler" }, as: "owner" })

const revoked =
  (path: (fixture: Fixture) => string): Row["call"] =>
  async (fixture) => ({
    method: "DELETE",
    path: `${path(fixture)}${(await made(fixture, path(fixture))).textAt("uuid")}/`,
  })

const withToken =
  (path: string, more = {}): Row["call"] =>
  async (fixture) => ({
    method: "POST",
    path,
    body: { token: (await made(fixture, ofAcme())).textAt("token"), ...more },
  })

export const invitationRows: ReadonlyArray<Row> = [
  { endpoint: "invitations.ofOrganization", rule: "organization_admin", call: get(ofAcme), status: 200 },
  {
    endpoint: "invitations.toOrganization",
    rule: "organization_admin",
    call: send("POST", ofAcme, { role: "labeler" }),
    status: 201,
  },
  {
    endpoint: "invitations.revokeOfOrganization",
    rule: "organization_admin",
    call: revoked(ofAcme),
    status: 204,
  },
  { endpoint: "invitations.ofDataset", rule: "edit_collaborators", call: get(ofCars), status: 200 },
  {
    endpoint: "invitations.toDataset",
    rule: "edit_collaborators",
    call: send("POST", ofCars, { role: "labeler" }),
    status: 201,
  },
  { endpoint: "invitations.revokeOfDataset", rule: "edit_collaborators", call: revoked(ofCars), status: 204 },
  { endpoint: "invitations.read", rule: "anyone", call: withToken("/invitations/read"), status: 200 },
  { endpoint: "invitations.accept", rule: "person", call: withToken("/invitations/accept"), status: 200 },
  {
    endpoint: "invitations.createAccount",
    rule: "anyone",
    call: withToken("/invitations/accounts", { username: "newcomer" }),
    // Unless the settings allow it.
    status: 403,
  },
]
