/** The settings of a dataset: label-editor configuration, collaborators and labelsets. */
import { CollaboratorJson, JobJson, LabelsetJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  CollaboratorPath,
  ConfigurationPaging,
  ConfigurationVersionPath,
  DatasetPath,
  LabelsetPath,
} from "../parameters.ts"
import { JoinRequest } from "../payloads/account.ts"
import {
  CollaboratorRole,
  ConfigurationChange,
  ConfigurationMigration,
  ConfigurationToCheck,
  GuideReading,
  LabelsetChange,
  NewCollaborator,
  NewLabelset,
} from "../payloads/dataset.ts"
import { Permission } from "../permission.ts"
import { LenientBody, NotIdempotent } from "../rawJson.ts"
import {
  ConfigurationAdvice,
  ConfigurationHistoryRow,
  ConfigurationPreview,
  ConfigurationRecord,
  ConfigurationVersion,
} from "../records/dataset.ts"
import { GuideAcknowledgementRecord, GuideRecord } from "../records/guide.ts"
import {
  addAccessErrors,
  addChangeErrors,
  addInvitationErrors,
  addKeyErrors,
  addNamingErrors,
  addVersionErrors,
} from "../statuses.ts"

export class ConfigurationApi extends HttpApiGroup.make("configuration")
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/configuration/")
      .setPath(DatasetPath)
      .addSuccess(ConfigurationRecord)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get the label-editor configuration")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.put("put", "/datasets/:owner/:dataset/configuration/")
      .setPath(DatasetPath)
      .setPayload(ConfigurationChange)
      .addSuccess(ConfigurationRecord)
      .annotate(Permission, "configure")
      .annotate(OpenApi.Summary, "Replace the label-editor configuration")
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.get("history", "/datasets/:owner/:dataset/configuration/versions/")
      .setPath(DatasetPath)
      .setUrlParams(ConfigurationPaging)
      .addSuccess(Schema.Array(ConfigurationHistoryRow))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "List the versions of the configuration, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("version", "/datasets/:owner/:dataset/configuration/versions/:number/")
      .setPath(ConfigurationVersionPath)
      .addSuccess(ConfigurationVersion)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get a version of the configuration")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("preview", "/datasets/:owner/:dataset/configuration/preview/")
      .setPath(DatasetPath)
      .setPayload(ConfigurationMigration)
      .addSuccess(ConfigurationPreview)
      .annotate(Permission, "configure")
      .annotate(OpenApi.Summary, "Preview how a configuration change affects labels")
      .annotate(OpenApi.Description, "Changes nothing.")
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.post("apply", "/datasets/:owner/:dataset/configuration/apply/")
      .setPath(DatasetPath)
      .setPayload(ConfigurationMigration)
      .addSuccess(JobJson, { status: 202 })
      .annotate(Permission, "configure")
      .annotate(OpenApi.Summary, "Apply a configuration change and migrate the labels, in a job")
      .annotate(
        OpenApi.Description,
        "The job prepares the new labels, then the configuration and all labels change at once.",
      )
      .pipe(addVersionErrors),
  )
  .add(
    HttpApiEndpoint.post("validate", "/configuration/validate/")
      .setPayload(ConfigurationToCheck)
      .addSuccess(ConfigurationAdvice)
      .annotate(Permission, "person")
      .annotate(NotIdempotent, true)
      .annotate(OpenApi.Summary, "Validate a configuration without storing it")
      .annotate(OpenApi.Description, "An invalid configuration is answered with 400 and every violation.")
      .pipe(addKeyErrors),
  )
  .annotate(OpenApi.Description, "The label-editor configuration: categories, attributes, warning rules.")
  .annotate(OpenApi.Title, "Configuration") {}

export class CollaboratorsApi extends HttpApiGroup.make("collaborators")
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/collaborators/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(CollaboratorJson))
      .annotate(Permission, "list_collaborators")
      .annotate(OpenApi.Summary, "List collaborators by name")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("add", "/datasets/:owner/:dataset/collaborators/")
      .setPath(DatasetPath)
      .setPayload(NewCollaborator)
      .addSuccess(CollaboratorJson, { status: 201 })
      .annotate(Permission, "edit_collaborators")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Add a collaborator")
      .annotate(OpenApi.Description, "The role is labeler when none is given.")
      .pipe(addInvitationErrors),
  )
  .add(
    HttpApiEndpoint.post("join", "/datasets/:owner/:dataset/join/")
      .setPath(DatasetPath)
      .setPayload(JoinRequest)
      .addSuccess(CollaboratorJson)
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "Join a dataset as a site admin")
      .annotate(OpenApi.Description, "Audited, and visible to the owner of the dataset.")
      .pipe(addInvitationErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/collaborators/:username")
      .setPath(CollaboratorPath)
      .addSuccess(CollaboratorJson)
      .annotate(Permission, "list_collaborators")
      .annotate(OpenApi.Summary, "Get a collaborator")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.patch("change", "/datasets/:owner/:dataset/collaborators/:username")
      .setPath(CollaboratorPath)
      .setPayload(CollaboratorRole)
      .addSuccess(CollaboratorJson)
      .annotate(Permission, "move_roles")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Change the role of a collaborator")
      .annotate(OpenApi.Description, "Managers can change labelers to reviewers and back.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/datasets/:owner/:dataset/collaborators/:username")
      .setPath(CollaboratorPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "edit_collaborators")
      .annotate(OpenApi.Summary, "Remove a collaborator")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "The people who work on a dataset, with their roles.")
  .annotate(OpenApi.Title, "Collaborators") {}

export class GuideApi extends HttpApiGroup.make("guide")
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/guide/")
      .setPath(DatasetPath)
      .addSuccess(GuideRecord)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get the labeling guide, and when you acknowledged it")
      .annotate(OpenApi.Description, "The field `guide` of the dataset changes the text.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.put("acknowledge", "/datasets/:owner/:dataset/guide/acknowledgement/")
      .setPath(DatasetPath)
      .setPayload(GuideReading)
      .addSuccess(GuideRecord)
      .annotate(Permission, "label")
      .annotate(OpenApi.Summary, "Acknowledge a version of the labeling guide")
      .annotate(
        OpenApi.Description,
        "Recorded once for each person and version, and in the audit log. Fails with 404 `labeling_guide_not_found` when the guide is without text, with 409 `guide_changed` when the version is not the current one, and with 409 `dataset_archived`.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("listAcknowledgements", "/datasets/:owner/:dataset/guide/acknowledgements/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(GuideAcknowledgementRecord))
      .annotate(Permission, "list_collaborators")
      .annotate(OpenApi.Summary, "List who has acknowledged the current version, by name")
      .pipe(addAccessErrors),
  )
  .annotate(OpenApi.Description, "The labeling guide of a dataset, and who has read it.")
  .annotate(OpenApi.Title, "Labeling guide") {}

export class LabelsetsApi extends HttpApiGroup.make("labelsets")
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/labelsets/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(LabelsetJson))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "List labelsets, ground truth first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/datasets/:owner/:dataset/labelsets/")
      .setPath(DatasetPath)
      .setPayload(NewLabelset)
      .addSuccess(LabelsetJson, { status: 201 })
      .annotate(Permission, "edit_labelsets")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Add a labelset for predictions")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/labelsets/:labelset/")
      .setPath(LabelsetPath)
      .addSuccess(LabelsetJson)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get a labelset")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.patch("update", "/datasets/:owner/:dataset/labelsets/:labelset/")
      .setPath(LabelsetPath)
      .setPayload(LabelsetChange)
      .addSuccess(LabelsetJson)
      .annotate(Permission, "edit_labelsets")
      .annotate(OpenApi.Summary, "Change the description of a labelset")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/datasets/:owner/:dataset/labelsets/:labelset/")
      .setPath(LabelsetPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "edit_labelsets")
      .annotate(OpenApi.Summary, "Delete a labelset and its labels")
      .annotate(OpenApi.Description, "The ground-truth labelset cannot be deleted.")
      .pipe(addChangeErrors),
  )
  .annotate(
    OpenApi.Description,
    "Layers of labels: people label `ground-truth`; the others contain predictions.",
  )
  .annotate(OpenApi.Title, "Labelsets") {}
