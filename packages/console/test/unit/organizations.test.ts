import { assert, describe, it } from "vitest"
import { findAccess } from "../../src/pages/organizations/access.ts"
import {
  type BucketFields,
  isMissingCredentials,
  makeBucketChange,
  toBucketFields,
} from "../../src/pages/organizations/bucketForm.ts"
import { computeInvitationEnd } from "../../src/ui/invitations/terms.ts"
import { findNumberSeparators, findPercentFormat } from "../../src/ui/numberSeparators.ts"

const record = {
  created_at: "2026-11-20T13:25:01Z",
  email: null,
  is_organization: false,
  organization_created_by: null,
  webhooks_enabled: null,
}
const acme = { ...record, username: "acme", is_organization: true }
const jane = { ...record, username: "jane", organizations: [acme] }
const member = { ...record, username: "jane", organization_role: "admin" as const }

describe("the access to an organization", () => {
  it("is not known before both the organization and the person are", () => {
    assert.isUndefined(findAccess({ account: acme, user: undefined }))
    assert.isUndefined(findAccess({ account: undefined, user: jane }))
  })

  it("follows from the members that the person sees, and from their own organizations", () => {
    assert.deepStrictEqual(findAccess({ account: acme, user: jane }), {
      manages: false,
      isAdmin: false,
      isMember: true,
    })
    assert.deepStrictEqual(
      findAccess({ account: { ...acme, members: [member] }, user: { ...jane, organizations: [] } }),
      { manages: true, isAdmin: true, isMember: false },
    )
  })
})

describe("the credentials of a bucket", () => {
  const fields = (change: Partial<BucketFields>): BucketFields => ({
    ...toBucketFields(undefined),
    ...change,
  })

  it("lack something when there is a key id without a secret, or a secret without a key id", () => {
    assert.isTrue(isMissingCredentials(fields({ keyId: "AKIA" }), false))
    assert.isTrue(isMissingCredentials(fields({ secret: "s" }), false))
    assert.isFalse(isMissingCredentials(fields({ keyId: "AKIA", secret: "s" }), true))
    assert.isFalse(isMissingCredentials(fields({}), false))
    assert.isTrue(isMissingCredentials(fields({}), true))
  })

  it("are a secret alone for Azure", () => {
    assert.isFalse(isMissingCredentials(fields({ kind: "azure", secret: "s" }), true))
    assert.isTrue(isMissingCredentials(fields({ kind: "azure" }), true))
  })

  it("stay as they are stored unless both are given", () => {
    assert.notProperty(makeBucketChange(fields({})), "credentials")
    assert.deepStrictEqual(makeBucketChange(fields({ keyId: " AKIA ", secret: "s" })).credentials, {
      key_id: "AKIA",
      secret: "s",
    })
  })
})

describe("the separators of number fields", () => {
  it("are those of the language", () => {
    assert.deepStrictEqual(findNumberSeparators("en"), { thousandSeparator: ",", decimalSeparator: "." })
    assert.deepStrictEqual(findNumberSeparators("de"), { thousandSeparator: ".", decimalSeparator: "," })
  })

  it("have the percent sign as the language writes it", () => {
    assert.deepStrictEqual(findPercentFormat("en"), { decimalSeparator: ".", suffix: "%" })
    assert.deepStrictEqual(findPercentFormat("de"), { decimalSeparator: ",", suffix: "\u00a0%" })
  })
})

describe("the end of an invitation", () => {
  it("keeps below the most that the API allows, also where the browser's clock is ahead", () => {
    const day = 86_400_000
    assert.strictEqual(computeInvitationEnd(7, 1000), 1000 + 7 * day)
    assert.isBelow(computeInvitationEnd(90, 0), 90 * day - 60_000)
  })
})
