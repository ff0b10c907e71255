/** The commands for members and collaborators. */
import { Collaborators, CurrentActor, Organizations, Role, toMemberJson, Users } from "@annotary/core/effect"
import { Effect, Schema } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

/** `annotary member add ORG USER ROLE` */
export const add = ({ positionals, settings }: CommandInput) => {
  const [organization = "", user = "", role] = positionals
  return isRole(role)
    ? withEngine(
        settings,
        Effect.gen(function* () {
          const organizations = yield* Organizations
          const member = yield* organizations.putMember(organization, user, role)
          yield* printResult(
            () => toMemberJson(member, true),
            () => `${member.user.username} is now ${member.role} in ${organization}`,
          )
        }),
      )
    : new UsageError({ sentence: `The role must be one of: ${Role.literals.join(", ")}.` })
}

/** `annotary join USER ORGANIZATION|OWNER/DATASET`: gives access to a site admin, who has none to datasets by default. */
export const join = ({ options, positionals, settings }: CommandInput) => {
  const [user = "", place = ""] = positionals
  const role = options.role ?? "admin"
  if (!isRole(role))
    return new UsageError({ sentence: `The role must be one of: ${Role.literals.join(", ")}.` })
  return withEngine(
    settings,
    Effect.gen(function* () {
      const actor = yield* requireSiteAdmin(user)
      const asCaller = Effect.provideService(CurrentActor, actor)
      if (place.includes("/")) yield* asCaller(joinDataset(place, role))
      else yield* asCaller(joinOrganization(place, role))
      yield* printResult(
        () => ({ user: actor.username, role, in: place }),
        () => `${actor.username} is now ${role} in ${place}`,
      )
    }),
  )
}

const isRole = Schema.is(Role)

const joinDataset = (place: string, role: Role) =>
  Effect.gen(function* () {
    const collaborators = yield* Collaborators
    yield* collaborators.join(yield* parseDatasetRef(place), role)
  })

const joinOrganization = (place: string, role: Role) =>
  Effect.flatMap(Organizations, (organizations) => organizations.join(place, role))

/** The account as an actor: actions are audited under its name. */
const requireSiteAdmin = (name: string) =>
  Effect.gen(function* () {
    const users = yield* Users
    const actor = yield* Effect.catchTag(users.findActor(name), "Unauthorized", () => makeUnknownPerson(name))
    return actor.siteAdmin ? actor : yield* makeNotAdmin(name)
  })

const makeUnknownPerson = (name: string) =>
  new UsageError({ sentence: `There is no person called ${name}, or the account is disabled.` })

const makeNotAdmin = (name: string) =>
  new UsageError({
    sentence: `${name} is not a site admin; add other people with \`annotary member add\` or as collaborators.`,
  })
