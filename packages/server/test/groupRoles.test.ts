/** The roles that the groups of an identity provider give. */
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { findRoles, groupRoles } from "../src/openid/groupRoles.ts"

const rolesOf = (written: string, ...groups: ReadonlyArray<string>) =>
  [...findRoles(Either.getOrThrow(groupRoles.parse(written)), groups)].sort()

describe("the roles of a person's groups", () => {
  it("are the highest one in each organization", () => {
    const written = "leads=acme:admin,label-team=acme:labeler,label-team=other:reviewer,none=third:admin"
    assert.deepStrictEqual(rolesOf(written, "label-team", "leads"), [
      ["acme", "admin"],
      ["other", "reviewer"],
    ])
  })

  it("are those of one organization, however the setting spells its name", () => {
    const written = "leads=Acme:admin,label-team=acme:labeler"
    assert.deepStrictEqual(rolesOf(written, "label-team", "leads"), [["acme", "admin"]])
  })

  it("are none for groups that the setting does not name", () => {
    assert.deepStrictEqual(rolesOf("leads=acme:admin", "lead"), [])
  })
})
