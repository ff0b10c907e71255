/** People who get no samples of a dataset for a time. */
import { PauseJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { CollaboratorPath, DatasetPath } from "../parameters.ts"
import { PauseRequest } from "../payloads/dataset.ts"
import { Permission } from "../permission.ts"
import { addAccessErrors, addChangeErrors } from "../statuses.ts"

export class PausesApi extends HttpApiGroup.make("pauses")
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/pauses/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(PauseJson))
      .annotate(Permission, "list_collaborators")
      .annotate(OpenApi.Summary, "List the people who are paused, by name")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.put("pause", "/datasets/:owner/:dataset/pauses/:username/")
      .setPath(CollaboratorPath)
      .setPayload(PauseRequest)
      .addSuccess(PauseJson)
      .annotate(Permission, "move_roles")
      .annotate(OpenApi.Summary, "Pause a person, or change the reason")
      .annotate(
        OpenApi.Description,
        "A paused person gets no samples of the dataset: claims fail with 409 `person_paused`, with the reason as `pause_reason`. They read the dataset, and keep and finish what they have claimed. Managers pause labelers and reviewers; admins everybody but the owner. Audited, with the event `person.paused`.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("resume", "/datasets/:owner/:dataset/pauses/:username/")
      .setPath(CollaboratorPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "move_roles")
      .annotate(OpenApi.Summary, "End the pause of a person")
      .annotate(
        OpenApi.Description,
        "Audited, with the event `person.resumed`. Managers do not end their own pause. Removing the collaborator ends it too.",
      )
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "The people who get no samples of a dataset, with the reasons.")
  .annotate(OpenApi.Title, "Pauses") {}
