"""The objects of the API. Generated from its OpenAPI document by `scripts/generate.py`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from annotary._object import ApiObject


class AcceptedInvitation(ApiObject):
    """
    The role of the person after accepting
    """

    organization: str | None
    """
    Null for an invitation to a dataset
    """
    dataset: str | None
    """
    `owner/name`; null for an invitation to an organization
    """
    role: Literal["labeler", "reviewer", "manager", "admin"] | str


class Account(ApiObject):
    """
    A person or an organization
    """

    username: str
    created_at: datetime
    is_organization: bool
    email: str | None
    """
    Null unless the caller is permitted to see it
    """
    organization_created_by: str | None
    webhooks_enabled: bool | None


class AccountRemoval(ApiObject):
    """
    The result of deleting a person
    """

    username: str
    """
    The pseudonym that replaces the name
    """
    datasets: list[AccountRemovalDatasets]
    """
    The datasets with rows that contained the name
    """
    other_rows: int
    api_keys: int
    memberships: int
    collaborations: int
    webhook_endpoints: int
    events: int | None
    """
    The number of deleted webhook events; null when they are deleted at the end of their retention
    """
    compacted: bool
    """
    Whether deleted rows were removed from the files of the database
    """
    releases: list[AccountRemovalReleases]
    """
    The releases whose file contained the name
    """


class AccountRemovalDatasets(ApiObject):
    dataset: str
    rows: int


class AccountRemovalReleases(ApiObject):
    dataset: str
    release: str
    outcome: Literal["kept", "deleted", "remade"] | str


class Advice(ApiObject):
    """
    Advice about accepted input. `pointer` is a JSON Pointer (RFC 6901)
    """

    pointer: str
    message: str


class AgreementAlpha(ApiObject):
    """
    Krippendorff's α with its limits: 1 is perfect, 0 is chance
    """

    value: int | float | None
    """
    Null where it does not exist
    """
    limits: AgreementAlphaLimits | None
    """
    The 95 % limits over draws of samples; null where fewer than two samples have what it counts
    """


class AgreementAlphaLimits(ApiObject):
    lower: int | float
    upper: int | float


class AgreementF1(ApiObject):
    threshold: int | float
    value: int | float | None
    """
    Null where it does not exist
    """
    limits: AgreementF1Limits | None
    """
    The 95 % limits over draws of samples; null where fewer than two samples have what it counts
    """


class AgreementF1Limits(ApiObject):
    lower: int | float
    upper: int | float


class AgreementFigure(ApiObject):
    """
    A figure with its limits
    """

    value: int | float | None
    """
    Null where it does not exist
    """
    limits: AgreementFigureLimits | None
    """
    The 95 % limits over draws of samples; null where fewer than two samples have what it counts
    """


class AgreementFigureLimits(ApiObject):
    lower: int | float
    upper: int | float


class AgreementIdentity(ApiObject):
    """
    The mean over samples with frames of IDF1: 2 · frames in which tracks keep their pair / frames of the tracks of both
    """

    value: int | float | None
    """
    Null where it does not exist
    """
    limits: AgreementIdentityLimits | None
    """
    The 95 % limits over draws of samples; null where fewer than two samples have what it counts
    """


class AgreementIdentityLimits(ApiObject):
    lower: int | float
    upper: int | float


class AgreementKappa(ApiObject):
    """
    Cohen's κ of the categories of pairs
    """

    value: int | float | None
    """
    Null where it does not exist
    """
    limits: AgreementKappaLimits | None
    """
    The 95 % limits over draws of samples; null where fewer than two samples have what it counts
    """


class AgreementKappaLimits(ApiObject):
    lower: int | float
    upper: int | float


class AgreementQuality(ApiObject):
    """
    The mean over these samples of (Σ similarity · share of equal answers of pairs of one category + equal attributes of images) / (pairs of one category + half of all other objects + filled-in attributes of images); the answers about an object are its category and its filled-in attributes. 1 where nobody has objects or attributes
    """

    value: int | float | None
    """
    Null where it does not exist
    """
    limits: AgreementQualityLimits | None
    """
    The 95 % limits over draws of samples; null where fewer than two samples have what it counts
    """


class AgreementQualityLimits(ApiObject):
    lower: int | float
    upper: int | float


class AgreementSimilarity(ApiObject):
    """
    The mean similarity of all pairs of objects: of boxes, areas and volumes the mean IoU
    """

    value: int | float | None
    """
    Null where it does not exist
    """
    limits: AgreementSimilarityLimits | None
    """
    The 95 % limits over draws of samples; null where fewer than two samples have what it counts
    """


class AgreementSimilarityLimits(ApiObject):
    lower: int | float
    upper: int | float


class ApiKey(ApiObject):
    id: str
    """
    The 8 characters after `ann_`
    """
    user: str
    description: str
    created_at: datetime
    created_by: str | None
    """
    The creator: the user, or a site admin on their behalf
    """
    last_used_at: datetime | None
    expires_at: datetime | None
    scope: ApiKeyScope | None
    """
    The restrictions of the key within the permissions of its user; null when there are none
    """
    successor: str | None
    """
    The id of the key that replaced this one in a rotation
    """


class ApiKeyScope(ApiObject):
    read_only: bool
    dataset: str | None
    """
    `owner/name`; null when the dataset is deleted
    """
    dataset_uuid: str | None
    role: Literal["labeler", "reviewer", "manager", "admin"] | str | None


class Asset(ApiObject):
    uuid: str
    filename: str
    url: str
    """
    The URL of the file. Anyone with this URL can read the file
    """
    created_at: datetime
    presignedPostFields: AssetPresignedPostFields


class AssetPresignedPostFields(ApiObject):
    url: str
    """
    The URL to which the form is sent
    """
    fields: AssetPresignedPostFieldsFields


class AssetPresignedPostFieldsFields(ApiObject):
    """
    The form fields to send before the part `file`
    """

    acl: str
    Content_Type: str = Field(..., alias="Content-Type")
    key: str
    x_amz_algorithm: str = Field(..., alias="x-amz-algorithm")
    x_amz_credential: str = Field(..., alias="x-amz-credential")
    x_amz_date: str = Field(..., alias="x-amz-date")
    policy: str
    x_amz_signature: str = Field(..., alias="x-amz-signature")


class AssetReference(ApiObject):
    dataset: str
    """
    `owner/name`
    """
    resource: (
        Literal[
            "dataset",
            "configuration version",
            "labelset",
            "sample",
            "label version",
            "warning",
            "issue",
            "comment",
            "prediction",
            "release",
            "import",
        ]
        | str
    )
    uuid: str
    """
    The id of the resource. For a label version, the version; for a configuration version, its number
    """
    sample_uuid: str | None
    """
    The sample of a label version or a warning
    """


class AssetReferences(ApiObject):
    references: list[AssetReference]
    """
    The references in datasets that the caller can see; at most 100
    """
    hidden_datasets: int
    """
    The number of other datasets that reference the asset
    """


class AttributeAgreement(ApiObject):
    category_id: int | None
    """
    Null for an attribute of the image
    """
    category: str | None
    """
    Null when it is no longer in the configuration
    """
    name: str
    level: Literal["nominal", "interval"] | str
    """
    `interval` for numbers: α counts the square of their difference
    """
    units: int
    """
    Objects or images to which at least two people could give a value
    """
    equal: AgreementFigure
    alpha: AttributeAlpha
    ordinal_alpha: OrdinalAlpha


class AttributeAlpha(ApiObject):
    """
    Krippendorff's α. Texts with more than 1000 different values have no limits
    """

    value: int | float | None
    """
    Null where it does not exist
    """
    limits: AttributeAlphaLimits | None
    """
    The 95 % limits over draws of samples; null where fewer than two samples have what it counts
    """


class AttributeAlphaLimits(ApiObject):
    lower: int | float
    upper: int | float


class AuditCurvePoint(ApiObject):
    """
    The bound after some outcomes of an audit
    """

    audited: int
    """
    The outcomes that are counted: those before the first draw without one
    """
    errors: int
    """
    The samples or objects with any error among them
    """
    not_checked: int
    """
    The draws among them that nobody checks: each counts as an error in `upper`
    """
    lower: int
    """
    The least number of samples or objects with an error
    """
    upper: int
    """
    The most samples or objects with an error: the statement of the audit
    """


class AuditDraw(ApiObject):
    """
    A sample or an object that an audit has drawn
    """

    number: int
    sample_uuid: str
    object: AuditObject | None
    """
    The object that was drawn; null in audits of samples
    """
    holder: str | None
    """
    The auditor who claimed or checked the draw
    """
    expires_at: datetime | None
    """
    The end of the claim
    """
    errors: list[AuditError] | None
    """
    None for a label that is right; null before the draw is checked, and where nobody checks it
    """
    not_checked: str | None
    """
    The reason for which nobody checks the draw
    """
    audited_at: datetime | None


class AuditEntry(ApiObject):
    """
    A change of keys, roles, members or owners, or a deletion
    """

    uuid: str
    created_at: datetime
    created_by: str | None
    action: str
    account: str
    details: dict[str, Any]


class AuditError(ApiObject):
    type: Literal["missing", "spurious", "wrong_category", "wrong_attribute", "geometry"] | str
    annotation: int | None
    value: int | float | None


class AuditObject(ApiObject):
    key: str
    pointer: str
    sensor: str | None
    frame: int | None
    track: str | None
    annotation: str | None
    category: str | None


class AuditStratum(ApiObject):
    """
    The bound of a part of a release
    """

    kind: Literal["category", "sensor", "labeler", "reviewer"] | str
    name: str
    """
    Empty for people
    """
    user: str | None
    population: int
    """
    The samples with a finished label, or the objects of these labels; 0 before they are counted
    """
    audited: int
    """
    The outcomes that are counted: those before the first draw without one
    """
    errors: int
    """
    The samples or objects with any error among them
    """
    not_checked: int
    """
    The draws among them that nobody checks: each counts as an error in `upper`
    """
    lower: int
    """
    The least number of samples or objects with an error
    """
    upper: int
    """
    The most samples or objects with an error: the statement of the audit
    """


class AuditStratumReturn(ApiObject):
    """
    The labels of a stratum that went back to review
    """

    returned: int
    """
    Labels that wait for a review now
    """
    waiting: int
    """
    Labels that have waited for a review before
    """
    changed: int
    """
    Labels that have changed since the release, and stay as they are
    """


class AuditTolerance(ApiObject):
    metric: Literal["iou", "distance", "angle"] | str
    value: int | float


class AuditWork(ApiObject):
    """
    A sample and its label as they are in the release, without those who labeled it
    """

    number: int
    """
    The number of the draw
    """
    claim_id: str
    expires_at: datetime
    sample_uuid: str
    sample_name: str
    object: AuditObject | None
    """
    The object that is checked, and nothing else of the label; null in audits of samples
    """
    attributes: dict[str, Any] | None
    label_attributes: dict[str, Any] | None


class AveragePrecision(ApiObject):
    predictions: str
    """
    The labelset whose objects have scores
    """
    truth: str
    samples: int
    """
    Samples that were measured
    """
    coco: AveragePrecisionCoco | None
    """
    In the definition of COCO, of objects that are no cuboids; null without any in the truth
    """
    nuscenes: AveragePrecisionNuscenes | None
    """
    In the definition of nuScenes, of cuboids; null without any in the truth
    """


class AveragePrecisionCoco(ApiObject):
    precision: int | float | None
    """
    The mean over similarities from 0.5 to 0.95
    """
    precision_at: list[AveragePrecisionCocoPrecisionAt]
    categories: list[CategoryPrecision]


class AveragePrecisionCocoPrecisionAt(ApiObject):
    threshold: int | float
    value: int | float | None


class AveragePrecisionNuscenes(ApiObject):
    precision: int | float | None
    """
    The mean over distances of centers on the ground of 0.5, 1, 2 and 4 m
    """
    categories: list[CategoryPrecision]


class Bucket(ApiObject):
    uuid: str
    kind: Literal["s3", "gs", "azure"] | str
    name: str
    account: str | None
    """
    The storage account of Azure
    """
    prefix: str
    """
    Empty, or with a slash at its end
    """
    endpoint: str | None
    region: str | None
    url_seconds: int
    """
    How long a signed URL stays the same; it is valid for one to two times as long
    """
    created_at: datetime
    updated_at: datetime


class BucketCredentials(ApiObject):
    """
    Stored sealed, and never shown again
    """

    key_id: str | None = None
    """
    The access key ID; not used for Azure
    """
    secret: str
    """
    The secret access key; for Azure the account key
    """


class BucketTest(ApiObject):
    ok: bool
    status: int | None
    """
    The HTTP status of an error response of the bucket
    """
    key: str | None
    """
    The first key under the prefix
    """
    message: str


class CategoryAgreement(ApiObject):
    category_id: int
    category: str | None
    """
    Null when it is no longer in the configuration
    """
    objects: int
    """
    Objects that at least one person gave the category
    """
    alpha: AgreementAlpha
    observed_agreement: int | float | None
    """
    The share of equal answers of two people about an object: this category, or another one or none
    """


class CategoryFiguresRow(ApiObject):
    """
    Statistics of the objects of one category
    """

    day: str | None = None
    person: str | None = None
    work_type: Literal["label", "review", "normal"] | str | None = None
    category_id: int | None = None
    category: str | None = None
    """
    The name of the category; null when it is no longer in the configuration
    """
    objects_created: int
    """
    Objects created; a track of a sequence counts as one object
    """
    objects_changed: int
    """
    Objects changed
    """
    objects_removed: int
    """
    Objects removed
    """


class CategoryPrecision(ApiObject):
    category_id: int
    category: str | None
    """
    Null when it is no longer in the configuration
    """
    precision: int | float | None


class Check(ApiObject):
    """
    The result of checking a label. `truncated` is true when there are more warnings than listed
    """

    warnings: list[LabelWarning]
    truncated: bool
    counts: dict[str, int]
    """
    The number of warnings per rule, including those that are not listed
    """
    config_version: int


class Claim(ApiObject):
    """
    An exclusive lease on one sample for one person
    """

    claim_id: str
    queue: Literal["prelabeling", "labeling", "reviewing"] | str
    step: int | float
    """
    The step of the queue order from which the sample comes
    """
    holder: str
    sample_uuid: str
    claimed_at: datetime
    expires_at: datetime


class ClaimedSample(ApiObject):
    """
    A claim with the sample to work on and its label so far
    """

    claim_id: str
    queue: Literal["prelabeling", "labeling", "reviewing"] | str
    step: int | float
    """
    The step of the queue order from which the sample comes
    """
    holder: str
    sample_uuid: str
    claimed_at: datetime
    expires_at: datetime
    sample: Sample
    label: Label | None


class CloudEvent(ApiObject):
    specversion: Literal["1.0"] | str
    id: str
    source: str
    """
    The path of the dataset, or of the account's events for events without a dataset
    """
    type: (
        Literal[
            "dataset.created",
            "dataset.updated",
            "dataset.deleted",
            "sample.created",
            "sample.updated",
            "sample.deleted",
            "label.updated",
            "label.deleted",
            "issue.created",
            "issue.updated",
            "release.created",
            "export.succeeded",
            "export.failed",
            "import.succeeded",
            "import.failed",
            "audit.reached",
            "sample.agreed",
            "sample.disputed",
            "person.paused",
            "person.resumed",
            "endpoint.failing",
            "endpoint.disabled",
            "endpoint.recovered",
            "delivery.exhausted",
        ]
        | str
    )
    time: datetime
    datacontenttype: Literal["application/json"] | str
    data: dict[str, Any]


class Collaborator(ApiObject):
    user: Account
    role: Literal["model", "labeler", "reviewer", "manager", "admin"] | str
    """
    The role of a collaborator: `model` for models, and the other ones for people
    """


class Comment(ApiObject):
    uuid: str
    created_at: datetime
    created_by: str
    text: str


class ConfigurationAction(ApiObject):
    """
    One step of the migration of labels. Steps are carried out in the given order.
    """

    op: (
        Literal[
            "rename_category",
            "merge_category",
            "drop_category",
            "rename_attribute",
            "drop_attribute",
            "rename_value",
            "set_default",
            "rename_joint",
            "drop_joint",
        ]
        | str
    )
    scope: Literal["object", "image", "link"] | str | None = None
    """
    The kind of attributes; `object` by default
    """
    category_id: int | None = None
    """
    The id of the category at the time of this step; absent for the scope `image`
    """
    attribute: str | None = None
    """
    The name of the attribute, for actions on attributes
    """
    from_: str | None = Field(None, alias="from")
    """
    The old name or value; for `rename_joint` and `drop_joint` the joint
    """
    to: str | int | None = None
    """
    The new name or value; for `merge_category` and a change of the id, the id of a category
    """
    value: Any | None = None
    """
    The value that `set_default` sets
    """


class ConfigurationAdvice(ApiObject):
    """
    The configuration is valid; advice about it
    """

    advice: list[Advice]


class ConfigurationEffect(ApiObject):
    action: int | None
    """
    The index of the action; null for labels that no action concerns
    """
    kind: str
    """
    The `op` of the action; or what does not match the new configuration: `unknown_category`, `unknown_attribute`, `unknown_value` or `missing_value`
    """
    scope: Literal["object", "image", "link"] | str
    category_id: int | None
    attribute: str | None
    value: Any
    """
    The affected value, or null
    """
    labels: int
    annotations: int
    """
    The number of affected objects, images or links
    """
    examples: list[ConfigurationEffectExample]


class ConfigurationEffectExample(ApiObject):
    sample_uuid: str
    labelset: str


class ConfigurationHistoryRow(ApiObject):
    """
    For a version that is older than the recorded history, `created_by` is null and `created_at` is the time of the last change of the dataset.
    """

    config_version: int
    created_at: datetime
    created_by: str | None


class ConfigurationPreview(ApiObject):
    """
    The effects of a change, counted per label
    """

    labels: int
    """
    The number of labels of the dataset
    """
    affected: int
    """
    The number of labels that would get a new version
    """
    effects: list[ConfigurationEffect]


class ConfigurationRecord(ApiObject):
    """
    A dataset's label-editor configuration
    """

    configuration: dict[str, Any]
    config_version: int
    advice: list[Advice]


class ConfigurationVersion(ApiObject):
    """
    A version of a dataset's label-editor configuration. For a version that is older than the recorded history, `created_by` is null and `created_at` is the time of the last change of the dataset.
    """

    config_version: int
    created_at: datetime
    created_by: str | None
    configuration: dict[str, Any]


class ConfusionCount(ApiObject):
    """
    Two categories that two people gave the same object, whoever gave which
    """

    category_id: int
    category: str | None
    """
    Null when it is no longer in the configuration
    """
    other_category_id: int | None
    """
    Null where the other person lacks the object
    """
    other_category: str | None
    count: int


class Dataset(ApiObject):
    uuid: str
    name: str
    full_name: str
    """
    `owner/name`
    """
    description: str
    readme: str
    guide: str
    """
    The labeling guide, in Markdown
    """
    data_type: Literal["IMAGE", "POINTCLOUD", "MULTISENSOR"] | str
    category: str
    task_type: (
        Literal[
            "segmentation-bitmap",
            "segmentation-bitmap-highres",
            "image-segmentation-sequence",
            "bboxes",
            "vector",
            "image-vector-sequence",
            "keypoints",
            "pointcloud-cuboid",
            "pointcloud-cuboid-sequence",
            "pointcloud-segmentation",
            "pointcloud-segmentation-sequence",
            "pointcloud-vector",
            "pointcloud-vector-sequence",
            "multisensor-sequence",
        ]
        | str
    )
    task_attributes: dict[str, Any]
    config_version: int
    public: bool
    archived: bool
    owner: Owner
    created_at: datetime
    updated_at: datetime
    labeling_inactivity_timeout_seconds: int
    enable_skip_labeling: bool
    enable_skip_reviewing: bool
    enable_ratings: bool
    enable_save_button: bool
    enable_label_status_verified: bool
    enable_same_dimensions_track_constraint: bool
    enable_3d_cuboid_rotation: bool
    enable_3d_region_of_interest: bool
    enable_interpolation: bool
    use_timestamps_for_interpolation: bool
    enable_object_linking: bool
    enable_object_link_category_restrictions: bool
    enable_extrapolation: bool
    enable_confirm_on_submit: bool
    time_zone: str
    """
    The time zone of the days in statistics
    """
    reject_on_warnings: list[
        Literal[
            "intersecting-cuboids",
            "cuboid-dimension-limits",
            "degenerate-cuboid",
            "mandatory-attribute",
            "attribute-value",
            "attribute-range",
            "unknown-attribute",
            "unknown-category",
            "unknown-joint",
            "track-attribute",
            "sensor-attribute",
            "duplicate-annotation-id",
            "missing-link-end",
            "malformed-label",
            "track-dimension-change",
            "track-rotation-jump",
            "track-displacement",
            "track-category-change",
            "duplicate-id",
            "minimum-points",
            "polygon-self-intersection",
            "shape-outside-image",
            "overlapping-boxes",
            "missing-joints",
        ]
        | str
    ]
    """
    Kinds of warnings for which a label is rejected with 400 instead of stored
    """
    daily_goal: int
    """
    The number of samples that a person should submit, or review, in a day; 0 for none
    """
    overlap: int
    """
    The number of people who label each new sample, without seeing each other's labels; a reviewer decides between them
    """
    overlap_decision: Literal["review", "merge", "one_more"] | str
    """
    The decision when the last label of a sample is in: `review` waits for a reviewer; `merge` merges labels that agree, and waits for a reviewer otherwise; `one_more` merges them too, and otherwise asks one more person for a label
    """
    overlap_threshold: int | float
    """
    The least agreement of the labels of a sample, from 0 to 1, at which they are merged
    """
    overlap_quorum: int | float | None
    """
    The least share of the labels of a sample that must have an object for it to be in the merged label, above 0 and up to 1. Null: more than half
    """
    overlap_match_threshold: int | float
    """
    The least similarity, from 0 to 1, from which objects of several labels are merged to one
    """
    overlap_weights: Literal["equal", "gold"] | str
    """
    The weights of the votes of people in the merge of their labels: `equal`, or `gold`, by the share of their labels of gold samples that passed
    """
    overlap_maximum: int
    """
    The number of labels of a sample from which `one_more` asks for no more, and waits for a reviewer
    """
    enable_prelabeling: bool
    """
    Whether samples without a label wait for a model in the queue `prelabeling`, also those that exist when it is switched on. People do not wait for it
    """
    review_rate: int | float
    """
    The share of samples whose submitted label waits for a reviewer, from 0 to 1; the labels of the others are accepted at once. The server draws the samples with a secret
    """
    review_warnings: bool
    """
    Whether every label with warnings waits for a reviewer, and every label that could not be checked
    """
    review_categories: list[int]
    """
    Ids of categories: every label with an object of one of them waits for a reviewer
    """
    review_people: list[str] | None = None
    """
    Usernames of people, such as new ones: every label that they submit waits for a reviewer. Answered to those who may list collaborators
    """
    gold_rate: int | float
    """
    The share of gold samples among the samples that a person gets to label, from 0 to 0.5. While it is more than 0, submissions cannot be taken back
    """
    gold_agreement: int | float
    """
    The least agreement with the known label, from 0 to 1, at which the label of a gold sample passes
    """
    gold_threshold: int | float | None
    """
    The share of a person's labels of gold samples that must pass, from 0 to 1; a labeler or reviewer with less is paused. Null: nobody is
    """
    gold_minimum: int
    """
    The number of labels of gold samples from which a person may be paused, counted since their last pause ended
    """
    gold_feedback: bool
    """
    Whether people read the result with the answer to the submission of a gold sample
    """
    audit_tolerance: AuditTolerance | None
    """
    The metric and the tolerance of geometry of new audits that name none. Null: any error of geometry that an auditor sees counts
    """
    on_missing_values: Literal["warn", "ask", "refuse"] | str
    """
    The effect of mandatory values that are missing when a label is submitted or accepted: shown, asked about first, or refused with 400
    """
    on_empty_label: Literal["warn", "ask", "refuse"] | str
    """
    The effect of a label without objects when a label is submitted or accepted: shown, asked about first, or refused with 400
    """
    on_open_issues: Literal["warn", "ask", "refuse"] | str
    """
    The effect of open issues of the sample when a label is submitted or accepted: shown, asked about first, or refused with 400
    """
    on_warnings: Literal["warn", "ask", "refuse"] | str
    """
    The effect of all other warnings when a label is submitted or accepted: shown, asked about first, or refused with 400
    """
    uses_overlap: bool
    """
    Whether the overlap of the dataset, or of one of its samples, has ever been more than 1, or one of them a gold sample
    """
    metadata: dict[str, Any]
    region_of_interest: dict[str, Any] | None
    cloned_from: str | None
    collaborators_count: int
    samples_count: int
    label_stats: LabelStats
    labelsets: list[Labelset]
    noncollaborator_can_label: Literal[False]
    noncollaborator_can_review: Literal[False]
    role: Literal["public", "model", "labeler", "reviewer", "manager", "admin", "owner"] | str
    """
    The role of the caller
    """
    permissions: list[str]
    """
    Operations allowed to the caller
    """
    advice: list[Advice] | None = None


class DatasetAgreement(ApiObject):
    """
    How far the labels agree that several people made of the same samples. `agreement` is the mean over samples, `alpha` the α of all their objects together, `mean_alpha` the mean of the α of samples
    """

    labelsets: list[str] | None
    """
    The labelsets that are compared; null for others
    """
    release: str | None
    """
    The release whose labelsets are compared
    """
    releases: list[str] | None
    """
    The releases that are compared
    """
    labelset: str | None
    """
    The labelset of both releases
    """
    complete: int
    """
    Samples to which no label is missing, or that have a finished label in both labelsets
    """
    drawn: int
    """
    Samples that were read: all complete ones, or 20000 of them, drawn at random
    """
    not_compared: int
    """
    Read samples whose labels were not compared
    """
    samples: int
    """
    Samples of which the figures are
    """
    seed: int
    agreement: AgreementFigure
    alpha: AgreementAlpha
    observed_agreement: int | float | None
    """
    The share of pairs of people who gave an object the same category, absence included; null without objects
    """
    mean_alpha: AgreementFigure
    lowest: list[LowestAgreement]
    """
    The drawn samples that agree least, from the lowest. None that agree fully
    """
    categories: list[CategoryAgreement]
    confusions: list[ConfusionCount]
    """
    The 100 most frequent ones
    """
    attribute_figures: list[AttributeAgreement]
    average_precision: AveragePrecision | None
    """
    Of two labelsets of which one alone has objects with scores
    """
    pairs: list[PairAgreement]
    """
    Of more than 1000, those with the most samples
    """
    pairs_omitted: int
    """
    Pairs of people that are left out
    """
    people: list[PersonAgreement]
    """
    Of more than 1000, those with the most samples
    """
    people_omitted: int
    """
    People who are left out
    """


class DeclineDone(ApiObject):
    prediction: Prediction


class DeletedWorkunit(ApiObject):
    """
    A unit of work in a deleted dataset
    """

    uuid: str
    created_at: datetime
    created_by: str
    work_type: Literal["label", "review", "normal"] | str
    action: str
    sample_uuid: str
    sample_name: str
    time: int
    """
    Active milliseconds
    """
    inactive_time: int
    """
    Idle milliseconds
    """
    next_label_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
        | None
    )
    label_rating: int | None
    dataset_uuid: str
    dataset_full_name: str
    """
    `owner/name` at the time of the deletion
    """
    dataset_deleted_at: datetime


class Dismissal(ApiObject):
    """
    A dismissed warning and the reason
    """

    warning: str
    content: str
    """
    Digest of the parts of the label that the warning is about. The dismissal applies to a warning with this id and the same digest, which `checkText` of `@annotary/core/check` computes
    """
    reason: str
    by: str
    at: datetime


class Envelope(ApiObject):
    """
    A signed statement: a DSSE envelope
    """

    payload: str
    """
    The bytes of the payload in base64
    """
    payloadType: str
    signatures: list[EnvelopeSignatures]


class EnvelopeSignatures(ApiObject):
    keyid: str
    """
    The `kid` of the key
    """
    sig: str
    """
    The signature in base64
    """


class EstimatedAnswer(ApiObject):
    true_category_id: int | None
    """
    Null where there is no object
    """
    true_category: str | None
    category_id: int | None
    """
    Null where the person has no object
    """
    category: str | None
    probability: int | float


class EventFeed(ApiObject):
    since: datetime


class Export(ApiObject):
    """
    A dataset in another format, as a zip file
    """

    uuid: str
    options: dict[str, Any]
    status: Literal["PENDING", "SUCCEEDED", "FAILED", "CANCELED"] | str
    status_info: str | None
    samples_done: int
    report: dict[str, Any] | None
    """
    What could not be kept, by kind: samples, and losses with count, meaning and examples; left_out of an export: samples by statuses that it does not contain; samples_left_out: selected samples that were not written, for the reasons in the losses; existing, labels_kept, labels_written and labels_left_out of an import: samples that had the same names before, labels of theirs that stayed in place of those of the files, and labels of the files for those without a label, which were written, or refused (where an attempt was interrupted, what it wrote counts as having been there)
    """
    created_at: datetime
    created_by: str
    format: str
    url: str | None
    """
    A temporary URL that reads the zip file without an API key
    """
    size_bytes: int | float | None
    sha256: str | None
    expires_at: datetime | None
    """
    The time at which the export and its file are removed; null while it is `PENDING`, or when they are kept
    """


class FeedEvent(ApiObject):
    id: str
    payload: dict[str, Any]


class Figures(ApiObject):
    workunits: int
    """
    The number of workunits, including saves
    """
    submitted: int
    """
    Labels submitted
    """
    resubmitted: int
    """
    Labels submitted again after a review
    """
    saved: int
    """
    Saves of unfinished work
    """
    skipped: int
    """
    Samples skipped, in either queue
    """
    accepted: int
    """
    Labels accepted in review
    """
    rejected: int
    """
    Labels rejected in review
    """
    edited: int
    """
    Changes outside the queues
    """
    returned: int
    """
    Labels of the person that were rejected
    """
    first_reviews: int
    """
    Labels of the person that were reviewed for the first time
    """
    first_reviews_accepted: int
    """
    The number of `first_reviews` that were accepted
    """
    first_pass_acceptance: int | float | None
    """
    The share of `first_reviews` that were accepted, 0 to 1; null when there are none
    """
    objects_created: int
    """
    Objects created; a track of a sequence counts as one object
    """
    objects_changed: int
    """
    Objects changed
    """
    objects_removed: int
    """
    Objects removed
    """
    objects_unknown: int
    """
    Workunits of earlier versions, which did not count objects
    """
    time: int
    """
    Active milliseconds
    """
    inactive_time: int
    """
    Idle milliseconds
    """


class FiguresRow(ApiObject):
    day: str | None = None
    person: str | None = None
    work_type: Literal["label", "review", "normal"] | str | None = None
    category_id: int | None = None
    category: str | None = None
    """
    The name of the category; null when it is no longer in the configuration
    """
    workunits: int
    """
    The number of workunits, including saves
    """
    submitted: int
    """
    Labels submitted
    """
    resubmitted: int
    """
    Labels submitted again after a review
    """
    saved: int
    """
    Saves of unfinished work
    """
    skipped: int
    """
    Samples skipped, in either queue
    """
    accepted: int
    """
    Labels accepted in review
    """
    rejected: int
    """
    Labels rejected in review
    """
    edited: int
    """
    Changes outside the queues
    """
    returned: int
    """
    Labels of the person that were rejected
    """
    first_reviews: int
    """
    Labels of the person that were reviewed for the first time
    """
    first_reviews_accepted: int
    """
    The number of `first_reviews` that were accepted
    """
    first_pass_acceptance: int | float | None
    """
    The share of `first_reviews` that were accepted, 0 to 1; null when there are none
    """
    objects_created: int
    """
    Objects created; a track of a sequence counts as one object
    """
    objects_changed: int
    """
    Objects changed
    """
    objects_removed: int
    """
    Objects removed
    """
    objects_unknown: int
    """
    Workunits of earlier versions, which did not count objects
    """
    time: int
    """
    Active milliseconds
    """
    inactive_time: int
    """
    Idle milliseconds
    """


class Format(ApiObject):
    """
    A format of exports or imports
    """

    name: str
    title: str
    writes: bool
    reads: bool


class GoldAnswer(ApiObject):
    """
    The result of a person on a gold sample
    """

    user: str
    score: int | float | None
    """
    The agreement with the known label, from 0 to 1. Null for a sample that was skipped, and for a label that was not compared
    """
    passed: bool | None
    """
    Whether the agreement was at least `gold_agreement`. Null for a label that was not compared, and for an outdated answer
    """
    outdated: bool
    """
    Whether the known label was replaced since the answer, which does not count then. `score` is the agreement with the known label before
    """
    counted: bool
    """
    Whether it decides about the next pause of the person, if it was compared and is not outdated: those before their last pause do not
    """
    answered_at: datetime
    label_status: Literal["LABELED", "SKIPPED", "LABELING_IN_PROGRESS"] | str | None
    """
    LABELED or SKIPPED. Null where the label went, because the sample was returned to the queue since
    """
    attributes: dict[str, Any] | None
    """
    The label of the person
    """
    comment: str | None
    """
    What the person wrote to the reviewer. It opened no issue
    """


class GoldPerson(ApiObject):
    """
    The results of a person on gold samples
    """

    user: str
    answers: int
    """
    The number of answers that were compared, or skipped
    """
    passed: int
    """
    The number of those that agree with the known label
    """
    not_compared: int
    """
    The number of labels that were not compared, such as bitmaps, and of answers to a known label that was replaced since; they do not count
    """
    mean_score: int | float | None
    """
    The mean agreement of the labels that count, from 0 to 1
    """
    share: int | float | None
    """
    `passed` of `answers`; null without answers
    """
    share_low: int | float | None
    """
    The lower of the limits between which the true share lies with 95 % confidence (Wilson's score interval)
    """
    share_high: int | float | None
    """
    The higher of these limits
    """
    counted: GoldPersonCounted


class GoldPersonAnswer(ApiObject):
    """
    A person's result on one of the gold samples of a dataset
    """

    sample_uuid: str
    name: str | None
    """
    The name of the sample. Null where it was deleted since
    """
    score: int | float | None
    """
    The agreement with the known label, from 0 to 1. Null for a sample that was skipped, and for a label that was not compared
    """
    passed: bool | None
    """
    Whether the agreement was at least `gold_agreement`. Null for a label that was not compared, and for an outdated answer
    """
    outdated: bool
    """
    Whether the known label was replaced since the answer, which does not count then. `score` is the agreement with the known label before
    """
    counted: bool
    """
    Whether it decides about the next pause of the person, if it was compared and is not outdated: those before their last pause do not
    """
    answered_at: datetime


class GoldPersonCounted(ApiObject):
    """
    The answers since the last pause of the person ended, which decide about the next one
    """

    answers: int
    passed: int


class GoldResult(ApiObject):
    """
    The result of a submission or a skip of a gold sample, in datasets with `gold_feedback`
    """

    score: int | float | None
    """
    The agreement with the known label, from 0 to 1
    """
    passed: bool | None
    """
    Whether that is enough. Null for a label that was not compared
    """


class GoldSample(ApiObject):
    """
    A sample whose label is known
    """

    sample_uuid: str
    attributes: dict[str, Any]
    created_at: datetime
    created_by: str
    answers: list[GoldAnswer]
    """
    The latest 100
    """


class GoldSampleFigures(ApiObject):
    """
    A gold sample with the figures of its answers
    """

    sample_uuid: str
    name: str
    """
    The name of the sample
    """
    created_at: datetime
    created_by: str
    answers: int
    """
    The number of answers that were compared, or skipped
    """
    passed: int
    """
    The number of those that agree with the known label
    """
    not_compared: int
    """
    The number of labels that were not compared, such as bitmaps, and of answers to a known label that was replaced since; they do not count
    """
    mean_score: int | float | None
    """
    The mean agreement of the labels that count, from 0 to 1
    """


class Guide(ApiObject):
    """
    The labeling guide of a dataset
    """

    guide: str
    """
    Markdown
    """
    version: str | None
    """
    Null for a guide without text
    """
    acknowledged_at: datetime | None
    """
    When the caller acknowledged this version; null until then
    """


class GuideAcknowledgement(ApiObject):
    user: str
    version: str
    """
    The first 16 hexadecimal digits of the SHA-256 of the text of a labeling guide
    """
    acknowledged_at: datetime


class Import(ApiObject):
    """
    An import of samples from an archive in another format, or from a folder of a bucket
    """

    uuid: str
    options: dict[str, Any]
    status: Literal["PENDING", "SUCCEEDED", "FAILED", "CANCELED"] | str
    status_info: str | None
    samples_done: int
    report: dict[str, Any] | None
    """
    What could not be kept, by kind: samples, and losses with count, meaning and examples; left_out of an export: samples by statuses that it does not contain; samples_left_out: selected samples that were not written, for the reasons in the losses; existing, labels_kept, labels_written and labels_left_out of an import: samples that had the same names before, labels of theirs that stayed in place of those of the files, and labels of the files for those without a label, which were written, or refused (where an attempt was interrupted, what it wrote counts as having been there)
    """
    created_at: datetime
    created_by: str
    format: str | None
    asset: str | None
    """
    The id of the uploaded archive; null when a folder of a bucket is imported
    """


class ImportSums(ApiObject):
    created: int
    existing: int
    failed: int


class ImportedLine(ApiObject):
    line: int
    status: Literal["created", "existing", "error"] | str
    uuid: str | None
    name: str | None
    warnings: list[LabelWarning] | None = None
    """
    With `check=1`: the first ten warnings of the label that was sent with the sample
    """
    warning_counts: dict[str, int] | None = None
    """
    The number of warnings per rule, including those that are not listed
    """
    warnings_error: str | None = None
    advice: list[Advice] | None = None
    """
    The exact shapes that were dropped because the points of their annotations had changed; absent when there are none
    """
    errors: list[ImportedLineErrors] | None = None


class ImportedLineErrors(ApiObject):
    pointer: str
    message: str


class Invitation(ApiObject):
    uuid: str
    organization: str | None
    """
    Null for an invitation to a dataset
    """
    dataset: str | None
    """
    `owner/name`; null for an invitation to an organization
    """
    role: Literal["labeler", "reviewer", "manager", "admin"] | str
    created_at: datetime
    created_by: str | None
    expires_at: datetime
    max_uses: int
    """
    The maximum number of people who can accept the invitation
    """
    uses: int


class InvitationsCreateAccountResult(ApiObject):
    """
    The role of the new account, and its API key
    """

    organization: str | None
    """
    Null for an invitation to a dataset
    """
    dataset: str | None
    """
    `owner/name`; null for an invitation to an organization
    """
    role: Literal["labeler", "reviewer", "manager", "admin"] | str
    api_key: NewApiKey


class InvitationsToOrganizationResult(ApiObject):
    uuid: str
    organization: str | None
    """
    Null for an invitation to a dataset
    """
    dataset: str | None
    """
    `owner/name`; null for an invitation to an organization
    """
    role: Literal["labeler", "reviewer", "manager", "admin"] | str
    created_at: datetime
    created_by: str | None
    expires_at: datetime
    max_uses: int
    """
    The maximum number of people who can accept the invitation
    """
    uses: int
    url: str
    """
    The invitation link, only shown in this response
    """
    token: str
    """
    The token in the link
    """


class Issue(ApiObject):
    """
    A question about a sample, or a problem with it
    """

    uuid: str
    description: str
    status: Literal["OPEN", "CLOSED"] | str
    anchor: dict[str, Any] | None
    created_at: datetime
    updated_at: datetime
    created_by: str
    updated_by: str
    sample_uuid: str
    sample_name: str
    comments: list[Comment]


class Job(ApiObject):
    """
    Work that outlives its request
    """

    uuid: str
    kind: str
    status: Literal["PENDING", "RUNNING", "SUCCEEDED", "FAILED"] | str
    done: int
    total: int | float | None
    error: str | None
    created_at: datetime
    created_by: str


class Label(ApiObject):
    """
    What is said about one sample in one labelset
    """

    sample_uuid: str
    label_type: (
        Literal[
            "segmentation-bitmap",
            "segmentation-bitmap-highres",
            "image-segmentation-sequence",
            "bboxes",
            "vector",
            "image-vector-sequence",
            "keypoints",
            "pointcloud-cuboid",
            "pointcloud-cuboid-sequence",
            "pointcloud-segmentation",
            "pointcloud-segmentation-sequence",
            "pointcloud-vector",
            "pointcloud-vector-sequence",
            "multisensor-sequence",
        ]
        | str
    )
    label_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
    )
    labelset: str
    attributes: dict[str, Any] | None
    created_at: datetime
    created_by: str
    updated_at: datetime
    updated_by: str | None
    reviewed_at: datetime | None
    reviewed_by: str | None
    score: int | float | None
    rating: int | float | None
    config_version: int
    version: str


class LabelHistoryRow(ApiObject):
    version: str
    created_at: datetime
    created_by: str
    action: str
    from_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
        | None
    )
    to_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
        | None
    )
    score: int | float | None
    rating: int | float | None


class LabelStats(ApiObject):
    """
    Ground-truth labels by status
    """

    PRELABELED: int
    LABELING_IN_PROGRESS: int
    LABELED: int
    REVIEWING_IN_PROGRESS: int
    REVIEWED: int
    REJECTED: int
    SKIPPED: int
    VERIFIED: int
    UNLABELED: int
    TOTAL: int


class LabelSummary(ApiObject):
    label_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
    )
    score: int | float | None
    updated_at: datetime
    created_by: str
    reviewed_by: str | None


class LabelVersion(ApiObject):
    version: str
    created_at: datetime
    created_by: str
    action: str
    from_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
        | None
    )
    to_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
        | None
    )
    score: int | float | None
    rating: int | float | None
    attributes: dict[str, Any] | None


class LabelWarning(ApiObject):
    """
    A problem that the configuration of the dataset finds in the label
    """

    id: str
    rule: (
        Literal[
            "intersecting-cuboids",
            "cuboid-dimension-limits",
            "degenerate-cuboid",
            "mandatory-attribute",
            "attribute-value",
            "attribute-range",
            "unknown-attribute",
            "unknown-category",
            "unknown-joint",
            "track-attribute",
            "sensor-attribute",
            "duplicate-annotation-id",
            "missing-link-end",
            "malformed-label",
            "track-dimension-change",
            "track-rotation-jump",
            "track-displacement",
            "track-category-change",
            "duplicate-id",
            "minimum-points",
            "polygon-self-intersection",
            "shape-outside-image",
            "overlapping-boxes",
            "missing-joints",
        ]
        | str
    )
    rule_index: int | None
    """
    The index of the warning rule in the configuration; null for a built-in rule
    """
    message: str
    frame: int | None
    sensor: str | None
    annotation_ids: list[int | float]
    track_ids: list[int | float]
    attribute: str | None
    measured: int | float | None
    limit: int | float | None
    dismissed: LabelWarningDismissed | None


class LabelWarningDismissed(ApiObject):
    reason: str
    by: str
    at: datetime


class Labelset(ApiObject):
    """
    One layer of labels over a dataset's samples
    """

    uuid: str
    name: str
    description: str
    is_groundtruth: bool
    created_at: datetime


class LastCheck(ApiObject):
    """
    The last check of a label. `version`, `config_version` and `judged_at` are null before the first check
    """

    warnings: list[LabelWarning]
    truncated: bool
    counts: dict[str, int]
    """
    The number of warnings per rule, including those that are not listed
    """
    version: str | None
    config_version: int | None
    judged_at: datetime | None
    current: bool
    """
    Whether label and configuration are unchanged since the check
    """
    dismissals: list[Dismissal]
    """
    All dismissals of the label, on every page, including those of earlier content
    """


class LineLabel(ApiObject):
    labelset: str | None = None
    label_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
        | None
    ) = None
    attributes: dict[str, Any] | None = None
    score: int | float | None = None
    rating: int | float | None = None


class ListedAccount(ApiObject):
    """
    An account as site admins see it
    """

    username: str
    created_at: datetime
    is_organization: bool
    email: str | None
    """
    Null unless the caller is permitted to see it
    """
    organization_created_by: str | None
    webhooks_enabled: bool | None
    disabled_at: datetime | None
    site_admin: bool
    model_of: str | None
    """
    The account that the model belongs to; null for people and organizations
    """


class ListedClaim(ApiObject):
    """
    An open claim with its sample and the short form of its label
    """

    claim_id: str
    queue: Literal["prelabeling", "labeling", "reviewing"] | str
    step: int | float
    """
    The step of the queue order from which the sample comes
    """
    holder: str
    sample_uuid: str
    claimed_at: datetime
    expires_at: datetime
    sample: Sample
    label: LabelSummary | None


class ListedJob(ApiObject):
    """
    A job as site admins see it
    """

    uuid: str
    kind: str
    status: Literal["PENDING", "RUNNING", "SUCCEEDED", "FAILED"] | str
    done: int
    total: int | float | None
    error: str | None
    created_at: datetime
    created_by: str
    dataset_uuid: str
    attempts: int
    can_retry: bool
    """
    Whether the job has failed and can be retried. Some kinds of jobs clean up after a failure and cannot
    """


class ListedWorkunit(ApiObject):
    """
    A unit of work on a sample
    """

    uuid: str
    created_at: datetime
    created_by: str
    work_type: Literal["label", "review", "normal"] | str
    action: str
    sample_uuid: str
    sample_name: str
    time: int
    """
    Active milliseconds
    """
    inactive_time: int
    """
    Idle milliseconds
    """
    next_label_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
        | None
    )
    label_rating: int | None
    session_time_metrics: SessionTimeMetrics | None = None
    """
    With `include_session_time_metrics`; null for work outside the queues
    """


class LowestAgreement(ApiObject):
    sample_uuid: str
    name: str
    state: Literal["labeling", "adjudicating", "decided"] | str | None
    """
    Null where labelsets are compared
    """
    agreement: int | float


class Member(ApiObject):
    """
    A person as a member of an organization
    """

    username: str
    created_at: datetime
    is_organization: bool
    email: str | None
    """
    Null unless the caller is permitted to see it
    """
    organization_created_by: str | None
    webhooks_enabled: bool | None
    organization_role: Literal["labeler", "reviewer", "manager", "admin"] | str


class Model(ApiObject):
    """
    An account that labels samples before people do
    """

    username: str
    display_name: str | None
    owner: str | None
    """
    The organization or the person that the model belongs to
    """
    created_at: datetime
    created_by: str | None
    disabled_at: datetime | None
    versions: list[ModelVersion]
    """
    The last 100 versions, newest first
    """


class ModelVersion(ApiObject):
    name: str
    note: str
    created_at: datetime
    created_by: str | None


class NewApiKey(ApiObject):
    id: str
    """
    The 8 characters after `ann_`
    """
    user: str
    description: str
    created_at: datetime
    created_by: str | None
    """
    The creator: the user, or a site admin on their behalf
    """
    last_used_at: datetime | None
    expires_at: datetime | None
    scope: ApiKeyScope | None
    """
    The restrictions of the key within the permissions of its user; null when there are none
    """
    successor: str | None
    """
    The id of the key that replaced this one in a rotation
    """
    key: str
    """
    The secret, only shown in this response
    """


class NewAuditError(ApiObject):
    type: Literal["missing", "spurious", "wrong_category", "wrong_attribute", "geometry"] | str
    """
    `missing` only in audits of samples: nobody draws an object that is missing
    """
    annotation: int | None = None
    """
    The id of the annotation. Only in audits of samples
    """
    value: int | float | None = None
    """
    The measured value of an error of geometry
    """


class NewKeyScope(ApiObject):
    """
    The restrictions of the key within the permissions of its user. They can be combined. A restricted key cannot manage accounts, keys, members of organizations or webhooks, and cannot create datasets
    """

    read_only: bool | None = None
    """
    Whether the key is read-only: methods other than `GET` are refused
    """
    dataset: str | None = None
    role: Literal["labeler", "reviewer", "manager", "admin"] | str | None = None


class NewSample(ApiObject):
    name: str
    attributes: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    readme: str | None = None
    priority: int | float | None = None
    assigned_labeler: str | None = None
    assigned_reviewer: str | None = None
    overlap: int | None = None
    """
    The number of people who label the sample, without seeing each other's labels. Defaults to that of the dataset; a sample that exists keeps its own, and one with a label that is more than a prelabel gets none
    """
    label: SampleLabel | None = None


class NewSampleLine(ApiObject):
    name: str
    attributes: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    readme: str | None = None
    priority: int | float | None = None
    assigned_labeler: str | None = None
    assigned_reviewer: str | None = None
    overlap: int | None = None
    """
    The number of people who label the sample, without seeing each other's labels. Defaults to that of the dataset; a sample that exists keeps its own, and one with a label that is more than a prelabel gets none
    """
    label: LineLabel | None = None


class OrdinalAlpha(ApiObject):
    """
    α of numbers by their ranks; null for others, and where labels were compared without it. Numbers with more than 1000 different values have no limits
    """

    value: int | float | None
    """
    Null where it does not exist
    """
    limits: OrdinalAlphaLimits | None
    """
    The 95 % limits over draws of samples; null where fewer than two samples have what it counts
    """


class OrdinalAlphaLimits(ApiObject):
    lower: int | float
    upper: int | float


class Overlap(ApiObject):
    """
    The labels of a sample that several people label
    """

    sample_uuid: str
    overlap: int
    """
    The number of people who label the sample
    """
    state: Literal["labeling", "adjudicating", "decided"] | str | None
    """
    `labeling` while labels are missing, `adjudicating` while a reviewer is to decide, `decided` when the ground truth is written; null for a sample that one person labels
    """
    finished: int
    """
    The number of labels that are in
    """
    agreement: dict[str, Any] | None
    """
    The comparison of the labels by `compareLabels` of @annotary/core/agreement, whose people are the letters; null while labels are missing, where fewer than two can be compared, and where they are larger than the limits of comparisons: 20000 objects, 16 million characters, some seconds
    """
    accepted: str | None
    """
    The letter of the label that was accepted; `merged` where the labels were merged when the last one came in
    """
    labels: list[OverlapLabel]
    """
    None while labels are missing
    """
    merged: OverlapMerged | None
    """
    The label that `overlap_label: merged` takes. Null except while a reviewer is to decide
    """


class OverlapLabel(ApiObject):
    """
    The label of one of several people
    """

    letter: str
    """
    A for the label that came in first
    """
    labeler: str | None
    """
    Null for callers who may not see who works on what
    """
    label_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
    )
    attributes: dict[str, Any] | None
    score: int | float | None
    rating: int | float | None
    comment: str | None
    time: int | None
    """
    Active milliseconds of the person's work on the label, in all its versions; null for callers who may not see who works on what, and where they were not recorded
    """
    inactive_time: int | None
    """
    Idle milliseconds meanwhile
    """
    created_at: datetime
    version: str


class OverlapMerged(ApiObject):
    """
    The merge of the labels of several people
    """

    refusal: Literal["few", "large", "malformed", "segmented", "structure", "unavailable"] | str | None
    """
    Null for a merged label. `few`: fewer than two labels are not skipped; `large`: the merge would take too long; `malformed`: a part of a label cannot be read; `segmented`: a bitmap cannot be read, because its file is missing, damaged, too large, or on another server; `structure`: the labels have different frames or sensors, or numbers of points, or sizes of bitmaps; `unavailable`: files of bitmaps could not be read or written in time, or at all, and another request may succeed
    """
    attributes: dict[str, Any] | None
    base: str | None
    """
    The letter of the label that is the most like the others, from which the merged label starts
    """
    objects: list[OverlapMergedObject]
    omitted: list[list[OverlapSource]]
    """
    Objects that fewer labels have than `overlap_quorum` says, by default at most half of them
    """


class OverlapMergedObject(ApiObject):
    """
    An object of the merged label
    """

    id: int | float
    """
    The id of its annotation, of a track in its first frame
    """
    sensor: str | None
    category_id: int | float
    sources: list[OverlapSource]
    """
    The objects that it was merged from
    """
    geometry: Literal["same", "mean", "member"] | str
    """
    `same`: all labels have it; `mean`: the mean of labels; `member`: that of the label which resembles the others most
    """
    disputed: bool
    """
    Whether the labels have different categories
    """


class OverlapSource(ApiObject):
    """
    An object of one of the labels
    """

    letter: str
    """
    The letter of a label
    """
    id: int | float
    """
    The id of its object, of a track in its first frame
    """


class OverlapSummary(ApiObject):
    """
    The overlap of a sample; present with `include=overlap`
    """

    overlap: int
    """
    The number of people who label the sample
    """
    state: Literal["labeling", "adjudicating", "decided"] | str | None
    """
    Null for a sample that one person labels
    """
    finished: int
    """
    The number of labels that are in
    """
    agreement: int | float | None
    """
    From 0 to 1; null where the labels were not compared, and before the decision for callers who may not see their agreement yet
    """
    accepted: str | None
    """
    The letter of the label that was accepted; `merged` where the labels were merged when the last one came in
    """


class OwnAsset(ApiObject):
    uuid: str
    filename: str
    content_type: str | None
    """
    The media type, determined from the first bytes
    """
    size_bytes: int | None
    created_at: datetime
    unreferenced_since: datetime | None
    """
    The time since which no sample, label or readme references the asset, so that it will be collected. Null when it may be referenced; `references` lists the references
    """


class OwnConfusion(ApiObject):
    category_id: int | None
    category: str | None
    other_category_id: int | None
    other_category: str | None
    count: int


class Owner(ApiObject):
    username: str
    email: str | None
    created_at: datetime


class PairAgreement(ApiObject):
    people: list[str]
    samples: int
    """
    Samples that they labeled together
    """
    quality: AgreementQuality
    f1: list[AgreementF1]
    """
    2 · pairs / objects, of pairs of one category whose similarity is at least the threshold
    """
    mean_similarity: AgreementSimilarity
    identity: AgreementIdentity
    kappa: AgreementKappa
    alpha: AgreementAlpha
    confusions: list[OwnConfusion]
    """
    The 10 most frequent unequal categories that the first one and the other one gave an object; null where one of them lacks it
    """


class Pause(ApiObject):
    """
    A person who gets no samples of a dataset
    """

    user: str
    reason: str
    """
    The text that the person reads
    """
    paused_at: datetime
    paused_by: str | None
    """
    Null for the server itself
    """


class PersonAgreement(ApiObject):
    """
    One person against everybody who labeled the same samples
    """

    person: str
    samples: int
    """
    Samples that they labeled together
    """
    quality: AgreementQuality
    f1: list[AgreementF1]
    """
    2 · pairs / objects, of pairs of one category whose similarity is at least the threshold
    """
    mean_similarity: AgreementSimilarity
    identity: AgreementIdentity
    kappa: AgreementKappa
    alpha: AgreementAlpha
    confusions: list[OwnConfusion]
    """
    The 10 most frequent unequal categories that the person and the other one gave an object; null where one of them lacks it
    """
    errors: PersonErrors | None
    """
    Null with fewer than three people, and where there is too much to estimate
    """


class PersonErrors(ApiObject):
    """
    Who errs how, as Dawid and Skene (1979) estimate it
    """

    accuracy: int | float
    """
    The estimated probability of the right answer about an object, absence included
    """
    answers: list[EstimatedAnswer]
    """
    The 10 wrong answers that are estimated to be given most often
    """


class Prediction(ApiObject):
    """
    The answer of a model to a claim
    """

    claim_id: str
    sample_uuid: str
    model: str
    model_version: str
    outcome: Literal["prelabeled", "declined"] | str
    reason: str | None
    """
    The reason for which the model gave no label
    """
    label_version: str | None
    """
    The version of the label that the model wrote
    """
    created_at: datetime


class PredictionCount(ApiObject):
    model: str
    model_version: str
    outcome: Literal["prelabeled", "declined"] | str
    count: int


class PredictionRequestDone(ApiObject):
    requested_count: int
    """
    The number of samples that wait for models because of this call
    """
    examples: list[str]
    """
    The first ten of them
    """
    left_out: PredictionRequestDoneLeftOut
    next: str | None
    """
    The `cursor` of the next call; null when no samples are left
    """


class PredictionRequestDoneLeftOut(ApiObject):
    """
    The number of samples without a request, by reason
    """

    touched_by_person: int
    """
    Samples with a label that is not the answer of a model, or that a person has changed
    """
    already_requested: int
    """
    Samples that wait for models already
    """
    several_people: int
    """
    Samples that several people label
    """
    same_version: int
    """
    Samples whose newest answer is of `unless_version`
    """


class PrelabelDone(ApiObject):
    label: Label
    prediction: Prediction
    warnings: list[LabelWarning] | None
    """
    The warnings of the written label; null with `warnings_error`
    """
    warnings_error: str | None = None
    """
    The reason why the written label could not be checked
    """
    advice: list[Advice] | None = None
    """
    The exact shapes that were dropped because the points of their annotations had changed; absent when there are none
    """


class QueueExplanation(ApiObject):
    queue: Literal["prelabeling", "labeling", "reviewing"] | str
    user: str
    next: QueueExplanationNext | None
    steps: list[QueueStep]
    obstacles: list[QueueObstacle]
    """
    The reasons why no sample would be claimed
    """


class QueueExplanationNext(ApiObject):
    sample: WaitingSample
    step: int | float
    reason: str
    claim_id: str | None
    """
    The user's open claim, which is returned again
    """


class QueueObstacle(ApiObject):
    code: str
    message: str
    reason: str | None = None
    """
    The reason of a pause. Absent for other codes
    """
    count: int
    samples: list[QueueObstacleSamples]


class QueueObstacleSamples(ApiObject):
    sample_uuid: str
    user: str | None
    until: datetime | None


class QueueStats(ApiObject):
    start: datetime
    end: datetime
    people: list[QueueStatsPeople]


class QueueStatsPeople(ApiObject):
    user: str
    work_type: Literal["label", "review", "normal"] | str
    workunits: int
    """
    The number of workunits, including saves
    """
    submitted: int
    """
    Labels submitted
    """
    resubmitted: int
    """
    Labels submitted again after a review
    """
    saved: int
    """
    Saves of unfinished work
    """
    skipped: int
    """
    Samples skipped, in either queue
    """
    accepted: int
    """
    Labels accepted in review
    """
    rejected: int
    """
    Labels rejected in review
    """
    edited: int
    """
    Changes outside the queues
    """
    returned: int
    """
    Labels of the person that were rejected
    """
    first_reviews: int
    """
    Labels of the person that were reviewed for the first time
    """
    first_reviews_accepted: int
    """
    The number of `first_reviews` that were accepted
    """
    first_pass_acceptance: int | float | None
    """
    The share of `first_reviews` that were accepted, 0 to 1; null when there are none
    """
    objects_created: int
    """
    Objects created; a track of a sequence counts as one object
    """
    objects_changed: int
    """
    Objects changed
    """
    objects_removed: int
    """
    Objects removed
    """
    objects_unknown: int
    """
    Workunits of earlier versions, which did not count objects
    """
    time: int
    """
    Active milliseconds
    """
    inactive_time: int
    """
    Idle milliseconds
    """


class QueueStep(ApiObject):
    step: int | float
    waiting: int
    """
    The number of waiting samples, counted up to 1000
    """
    capped: bool
    """
    Whether there are more samples than were counted
    """
    samples: list[WaitingSample]
    """
    The first samples in order
    """


class Quota(ApiObject):
    organization: str
    samples: QuotaSamples
    bytes: QuotaBytes
    requests_per_minute: QuotaRequestsPerMinute


class QuotaBytes(ApiObject):
    limit: int | None
    """
    The maximum size of all files in bytes: referenced assets, releases and exports; null for no limit
    """
    used: int | None
    """
    The size of these files in bytes; null when there is no quota
    """


class QuotaRequestsPerMinute(ApiObject):
    limit: int | None
    """
    The highest number of requests a minute about the datasets, for each server process
    """


class QuotaSamples(ApiObject):
    limit: int | None
    """
    The maximum number of samples in all datasets; null for no limit
    """
    used: int | None
    """
    The number of samples; null when there is no quota
    """


class Release(ApiObject):
    """
    A dataset frozen at one point in time, as one file
    """

    uuid: str
    name: str
    description: str
    release_type: Literal["JSON"] | str
    attributes: ReleaseAttributes
    status: Literal["PENDING", "SUCCEEDED", "FAILED"] | str
    status_info: str | None
    samples_count: int
    samples_done: int | None = None
    sha256: str | None
    size_bytes: int | float | None
    samples_sha256: str | None
    created_at: datetime
    created_by: str


class ReleaseAttributes(ApiObject):
    url: str | None = None
    """
    A temporary URL that reads the file without an API key
    """


class ReleaseAudit(ApiObject):
    """
    An audit of a release, with its bound
    """

    uuid: str
    release: str
    labelset: str
    unit: Literal["samples", "objects"] | str
    """
    The units that are drawn and counted: whole samples, or single objects. The bound of an audit of objects counts no objects that were missed
    """
    plan: int | None
    """
    The number of the signed plan among those of the release, from 1; null before it is signed
    """
    state: Literal["preparing", "failed", "open", "reached", "exhausted", "finished"] | str
    """
    `preparing` while a job reads the release and nothing is drawn yet, `failed` when it could not, when the release has no finished label in the labelset, or none with objects, or when other statements have taken its places, `open` while auditors get samples, `reached` when the goal is met, `exhausted` when all draws have an outcome and it is not, `finished` when the result is signed
    """
    failure: str | None
    """
    The reason for which the audit is `failed`; null in other states, and where none was stored
    """
    level: int | float
    """
    The confidence of each bound
    """
    goal: int | float | None
    """
    The share of samples or objects with an error, at which the audit stops
    """
    metric: Literal["iou", "distance", "angle"] | str | None
    tolerance: int | float | None
    draws: int
    """
    The samples or objects that are drawn; the most of them while the audit is `preparing`
    """
    population: int
    """
    The samples with a finished label, or the objects of these labels; 0 before they are counted
    """
    audited: int
    """
    The outcomes that are counted: those before the first draw without one
    """
    errors: int
    """
    The samples or objects with any error among them
    """
    not_checked: int
    """
    The draws among them that nobody checks: each counts as an error in `upper`
    """
    revised: int
    """
    Outcomes that were taken back or corrected
    """
    lower: int
    """
    The least number of samples or objects with an error
    """
    upper: int
    """
    The most samples or objects with an error: the statement of the audit
    """
    remaining: int | None
    """
    The number of further draws with which the goal is expected to be met; null without a goal, or when it is not expected with the draws that are left
    """
    commitment: str
    """
    SHA-256 of the nonce
    """
    nonce: str | None
    """
    Null until the audit is finished
    """
    created_at: datetime
    created_by: str
    finished_at: datetime | None
    strata: list[AuditStratum] | None
    """
    Only when one audit is read. People are shown to callers who may see who works on what
    """
    curve: list[AuditCurvePoint] | None
    """
    Only when one audit is read: the bound after each outcome that is counted, or after 200 of them at equal distances, the last one among them
    """
    task_attributes: dict[str, Any] | None
    """
    Only when one audit is read: the configuration of the dataset as the release has it, by which its labels are checked; null when the file of the release is gone
    """


class ReleaseKeySet(ApiObject):
    keys: list[ReleaseKeySetKeys]


class ReleaseKeySetKeys(ApiObject):
    kty: Literal["OKP"] | str
    crv: Literal["Ed25519"] | str
    alg: Literal["EdDSA"] | str
    use: Literal["sig"] | str
    kid: str
    x: str


class ReleaseProof(ApiObject):
    """
    Proves that a line is in a release: its signed root, and the path from the line to the root
    """

    format: Literal["annotary-proof-1"] | str
    statement: Envelope
    index: int
    """
    The place of the sample's line among those of the release, from 0
    """
    line_sha256: str
    """
    SHA-256 of the line, without its comma and line break
    """
    path: str
    """
    The hashes of the audit path from the leaf to the root (RFC 6962), 32 bytes each, in base64
    """


class ReviewDraw(ApiObject):
    """
    Whether a sample is drawn for a review
    """

    sample_uuid: str
    review_rate: int | float
    draw: int | float | None
    """
    From 0 to below 1; null until the label of the sample was submitted
    """
    drawn: bool | None
    """
    Whether the draw is below `review_rate`; null like the draw
    """


class Sample(ApiObject):
    uuid: str
    name: str
    attributes: dict[str, Any] | None
    metadata: dict[str, Any]
    created_at: datetime
    created_by: str
    updated_at: datetime
    priority: int | float
    assigned_labeler: str | None
    assigned_reviewer: str | None
    readme: str
    dataset_full_name: str
    label: Label | LabelSummary | None = None
    issues: list[Issue] | None = None
    overlap: OverlapSummary | None = None
    measured_sizes: list[SampleMeasuredSizes] | None = None
    """
    Image sizes measured by the server, upright and in pixels; absent when there are none
    """


class SampleFilters(ApiObject):
    """
    The filters of the list of samples
    """

    name__contains: str | None = None
    filters: str | None = None
    label_status: str | None = None
    """
    Statuses, separated by commas
    """
    assigned_labeler: str | None = None
    assigned_reviewer: str | None = None
    priority__gte: int | float | None = None
    priority__lte: int | float | None = None
    overlap_state: str | None = None
    """
    States of overlaps, separated by commas
    """
    q: str | None = None


class SampleLabel(ApiObject):
    labelset: str | None = None
    label_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
        | None
    ) = None
    attributes: dict[str, Any] | None = None
    score: int | float | None = None
    rating: int | float | None = None


class SampleMeasuredSizes(ApiObject):
    pointer: str
    """
    JSON Pointer to the image in the attributes
    """
    width: int
    height: int


class SampleProof(ApiObject):
    proof: ReleaseProof
    line: SampleProofLine


class SampleProofLine(ApiObject):
    """
    The bytes of the sample's line in the release file, without its comma and line break
    """

    offset: int
    length: int


class SamplesRemoveManyResult(ApiObject):
    deleted_count: int


class SamplesRemoveMatchingResult(ApiObject):
    deleted_count: int
    next: str | None
    """
    The `cursor` of the next call; null when no samples are left
    """


class SamplesUpdateManyResult(ApiObject):
    updated_count: int
    next: str | None
    """
    The `cursor` of the next call; null when no samples are left
    """


class ServerStatus(ApiObject):
    """
    The state of the server. Numbers can be a few seconds old and are counted up to a limit
    """

    version: str
    runtime: str | None
    """
    The runtime of the process that answered
    """
    roles: list[str]
    """
    The roles of the process that answered. Other processes can have other roles
    """
    database: str | None
    """
    The kind of the database
    """
    ready: bool
    """
    Whether the database is available, writable and intact
    """
    work: ServerStatusWork | None
    """
    The backlog in the database; null while it does not respond
    """
    deliveries: ServerStatusDeliveries | None
    """
    Unfinished webhook deliveries; null while the database does not respond
    """
    connections: ServerStatusConnections | None
    """
    The database connections of the process; null for a storage without a pool
    """


class ServerStatusConnections(ApiObject):
    busy: int
    idle: int
    limit: int
    waiting: int


class ServerStatusDeliveries(ApiObject):
    pending: int
    leased: int
    held: int
    lag_seconds: int | float


class ServerStatusWork(ApiObject):
    jobs: list[ServerStatusWorkJobs]
    """
    Unfinished jobs by kind
    """
    queues: ServerStatusWorkQueues
    claims: list[ServerStatusWorkClaims]
    oldest_event_at: datetime | None


class ServerStatusWorkClaims(ApiObject):
    queue: Literal["prelabeling", "labeling", "reviewing"] | str
    open: int
    expired: int


class ServerStatusWorkJobs(ApiObject):
    kind: (
        Literal[
            "release",
            "clone",
            "purge",
            "placement",
            "prelabeling",
            "configuration",
            "folding",
            "export",
            "import",
            "restore",
            "audit",
            "object-audit",
        ]
        | str
    )
    waiting: int
    running: int
    oldest_waiting_at: datetime | None


class ServerStatusWorkQueues(ApiObject):
    """
    Samples of all datasets that are waiting in a queue, including claimed samples
    """

    labeling: int
    reviewing: int


class Session(ApiObject):
    uuid: str
    user: str
    created_at: datetime
    last_seen_at: datetime
    ends_at: datetime
    api_key: str | None
    """
    The id of the API key that started the session. The session ends when the key is revoked
    """
    current: bool
    """
    Whether it is the session of this request
    """


class SessionTimeMetrics(ApiObject):
    """
    Totals of all work on the claim of a workunit: its saves and the step that ended it
    """

    claim_id: str
    started_at: datetime
    ended_at: datetime
    workunits: int
    time: int
    """
    Active milliseconds
    """
    inactive_time: int
    """
    Idle milliseconds
    """


class Statistics(ApiObject):
    """
    Statistics of the work on a dataset
    """

    start: datetime
    end: datetime
    time_zone: str
    by: list[Literal["day", "person", "work_type", "category"] | str]
    rows: list[FiguresRow | CategoryFiguresRow]
    """
    Rows ordered by day, person, kind of work and category. Combinations without work are omitted
    """
    total: Figures


class StatusHealthResult(ApiObject):
    status: Literal["ok"] | str


class StatusStatusResult(ApiObject):
    status: Literal["ok"] | str
    version: str


class Throughput(ApiObject):
    """
    The finished work of each day
    """

    start: datetime
    end: datetime
    days: list[ThroughputDays]
    """
    Rows by day and kind. Days without work are omitted
    """


class ThroughputDays(ApiObject):
    day: str
    work_type: Literal["label", "review", "normal"] | str
    workunits: int
    """
    The number of finished workunits, without saves
    """
    submitted: int
    """
    Labels submitted
    """
    skipped: int
    """
    Samples skipped, in either queue
    """
    accepted: int
    """
    Labels accepted in review
    """
    rejected: int
    """
    Labels rejected in review
    """


class UndoOffer(ApiObject):
    """
    Work that can be taken back
    """

    until: datetime


class UndoneWork(ApiObject):
    """
    Work that was taken back
    """

    claim: ClaimedSample | None
    """
    The new claim on the sample; null when you have the maximum number of open claims, or when the queue gives the sample to someone else
    """
    workunit: Workunit


class User(ApiObject):
    """
    An account with its organizations, or its members
    """

    username: str
    created_at: datetime
    is_organization: bool
    email: str | None
    """
    Null unless the caller is permitted to see it
    """
    organization_created_by: str | None
    webhooks_enabled: bool | None
    organizations: list[Account] | None = None
    members: list[Member] | None = None


class UsersCreateEmbedTokenResult(ApiObject):
    id: str
    """
    The id with which the token can be revoked, as that of an API key
    """
    user: str
    dataset: str | None
    """
    `owner/name`; null for a token for webhooks
    """
    role: Literal["labeler", "reviewer", "manager", "admin"] | str | None
    webhooks: str | None
    """
    The account whose webhooks the token manages; null for a token for a dataset
    """
    grants: list[Literal["collaborators", "webhook_secrets", "disable_webhooks"] | str]
    created_at: datetime
    expires_at: datetime | None
    token: str
    """
    The secret, only shown in this response. Pages send it as an API key
    """


class WaitingSample(ApiObject):
    uuid: str
    name: str
    priority: int | float
    assigned_labeler: str | None
    assigned_reviewer: str | None
    created_at: datetime


class WarningTotals(ApiObject):
    """
    Warnings of a labelset by rule, from the last check of each label
    """

    labelset: str
    rules: dict[str, WarningTotalsRules]


class WarningTotalsRules(ApiObject):
    warnings: int
    dismissed: int
    labels: int


class WebhookAttempt(ApiObject):
    uuid: str
    started_at: datetime
    duration_ms: int | float | None
    outcome: Literal["delivered", "failed", "unknown"] | str
    """
    `unknown` when the process ended before it saved the outcome
    """
    url: str | None
    """
    The URL of the request; null when it is not known
    """
    status: int | float | None
    error: WebhookAttemptError | None
    response_headers: list[WebhookAttemptResponseHeaders] | None
    """
    The first 4 KiB of the response; null when there was no response
    """
    response_body: str | None
    response_truncated: bool
    trigger: Literal["live", "retry", "replay", "test"] | str


class WebhookAttemptError(ApiObject):
    code: str
    message: str


class WebhookAttemptResponseHeaders(ApiObject):
    name: str
    value: str


class WebhookBulkResult(ApiObject):
    action: Literal["replay", "skip", "cancel"] | str
    matched_count: int | float
    """
    The number of deliveries that match
    """
    changed_count: int | float
    """
    The number of deliveries that were changed; 0 for a dry run. Deliveries that are being sent by then, or whose event was deleted, are not changed
    """
    next: str | None
    """
    The `cursor` of the next call; null when no samples are left
    """


class WebhookCounts(ApiObject):
    delivered: int | float
    """
    Deliveries that were answered with 2xx
    """
    failed: int | float
    """
    Attempts that failed
    """
    dead: int | float
    """
    Deliveries that were given up
    """


class WebhookDelivery(ApiObject):
    uuid: str
    endpoint: str
    event: str
    event_type: (
        Literal[
            "dataset.created",
            "dataset.updated",
            "dataset.deleted",
            "sample.created",
            "sample.updated",
            "sample.deleted",
            "label.updated",
            "label.deleted",
            "issue.created",
            "issue.updated",
            "release.created",
            "export.succeeded",
            "export.failed",
            "import.succeeded",
            "import.failed",
            "audit.reached",
            "sample.agreed",
            "sample.disputed",
            "person.paused",
            "person.resumed",
            "endpoint.failing",
            "endpoint.disabled",
            "endpoint.recovered",
            "delivery.exhausted",
        ]
        | str
    )
    state: Literal["pending", "held", "delivered", "dead", "cancelled"] | str
    origin: Literal["live", "replay", "test"] | str
    attempts_count: int | float
    """
    The number of attempts since the event or the last replay
    """
    last_status: int | float | None
    created_at: datetime
    next_attempt_at: datetime | None
    ended_at: datetime | None


class WebhookDeliveryDetails(ApiObject):
    uuid: str
    endpoint: str
    event: str
    event_type: (
        Literal[
            "dataset.created",
            "dataset.updated",
            "dataset.deleted",
            "sample.created",
            "sample.updated",
            "sample.deleted",
            "label.updated",
            "label.deleted",
            "issue.created",
            "issue.updated",
            "release.created",
            "export.succeeded",
            "export.failed",
            "import.succeeded",
            "import.failed",
            "audit.reached",
            "sample.agreed",
            "sample.disputed",
            "person.paused",
            "person.resumed",
            "endpoint.failing",
            "endpoint.disabled",
            "endpoint.recovered",
            "delivery.exhausted",
        ]
        | str
    )
    state: Literal["pending", "held", "delivered", "dead", "cancelled"] | str
    origin: Literal["live", "replay", "test"] | str
    attempts_count: int | float
    """
    The number of attempts since the event or the last replay
    """
    last_status: int | float | None
    created_at: datetime
    next_attempt_at: datetime | None
    ended_at: datetime | None
    payload: dict[str, Any] | None
    """
    The payload; null when the event has been deleted after its retention
    """
    attempts: list[WebhookAttempt]
    """
    Newest first
    """


class WebhookEndpoint(ApiObject):
    uuid: str
    url: str
    version: int | float | None
    description: str
    event_types: list[
        Literal[
            "dataset.created",
            "dataset.updated",
            "dataset.deleted",
            "sample.created",
            "sample.updated",
            "sample.deleted",
            "label.updated",
            "label.deleted",
            "issue.created",
            "issue.updated",
            "release.created",
            "export.succeeded",
            "export.failed",
            "import.succeeded",
            "import.failed",
            "audit.reached",
            "sample.agreed",
            "sample.disputed",
            "person.paused",
            "person.resumed",
            "endpoint.failing",
            "endpoint.disabled",
            "endpoint.recovered",
            "delivery.exhausted",
        ]
        | str
        | Literal[
            "dataset.*",
            "sample.*",
            "label.*",
            "issue.*",
            "release.*",
            "export.*",
            "import.*",
            "audit.*",
            "person.*",
            "endpoint.*",
            "delivery.*",
        ]
    ]
    """
    Event types, or patterns such as `sample.*`. An empty list stands for all events of datasets; `endpoint.*` and `delivery.*` must be listed explicitly
    """
    datasets: list[str] | None
    """
    `owner/name` of the datasets whose events are sent; null for all datasets
    """
    enabled: bool
    disabled_reason: Literal["gone", "failing", "owner"] | str | None
    rate_limit: int | float | None
    """
    The maximum number of requests per second; null for no limit
    """
    headers: dict[str, Literal["***"] | str]
    chat: bool
    fifo: bool
    batch: int | float
    retry_schedule: list[int | float] | None
    """
    The delays in seconds before the second attempt, the third, and so on; null for the default of the server
    """
    timeout_seconds: int | float | None
    """
    The timeout of a request in seconds; null for the default of the server
    """
    time_to_live_seconds: int | float | None
    """
    The maximum age of an event in seconds. Deliveries of older events are given up; null for no limit
    """
    secrets: list[WebhookEndpointSecrets]
    """
    The signing secrets. The first is current; the old secrets sign too until they expire
    """
    jwks_url: str | None
    """
    The URL of the public keys of the account, for receivers; null without a `v1a` secret
    """
    failing_since: datetime | None
    last_failure_at: datetime | None
    paused_until: datetime | None
    counts: WebhookEndpointCounts
    created_at: datetime
    updated_at: datetime


class WebhookEndpointCounts(ApiObject):
    last_24_hours: WebhookCounts
    last_7_days: WebhookCounts


class WebhookEndpointSecrets(ApiObject):
    kind: Literal["v1", "v1a"] | str
    created_at: datetime
    expires_at: datetime | None


class WebhookEventType(ApiObject):
    event_type: (
        Literal[
            "dataset.created",
            "dataset.updated",
            "dataset.deleted",
            "sample.created",
            "sample.updated",
            "sample.deleted",
            "label.updated",
            "label.deleted",
            "issue.created",
            "issue.updated",
            "release.created",
            "export.succeeded",
            "export.failed",
            "import.succeeded",
            "import.failed",
            "audit.reached",
            "sample.agreed",
            "sample.disputed",
            "person.paused",
            "person.resumed",
            "endpoint.failing",
            "endpoint.disabled",
            "endpoint.recovered",
            "delivery.exhausted",
        ]
        | str
    )
    description: str
    schema_: dict[str, Any] = Field(..., alias="schema")
    example: dict[str, Any]


class WebhookKeySet(ApiObject):
    keys: list[WebhookKeySetKeys]


class WebhookKeySetKeys(ApiObject):
    kty: Literal["OKP"] | str
    crv: Literal["Ed25519"] | str
    alg: Literal["EdDSA"] | str
    use: Literal["sig"] | str
    kid: str
    x: str


class WebhookRecovery(ApiObject):
    uuid: str | None
    """
    Null for a dry run
    """
    since: datetime
    until: datetime
    missing: bool
    found_count: int | float | None
    """
    Dead and held deliveries, counted up to 100 000 at the request; null later
    """
    missing_count: int | float | None
    """
    The same for events that were never sent
    """
    recovered_count: int | float
    created_count: int | float
    done: bool


class WebhookSecret(ApiObject):
    secret: str
    """
    The key that verifies deliveries: the shared secret `whsec_…`, or the public key `whpk_…` of an ed25519 pair
    """


class WorkDone(ApiObject):
    label: Label
    workunit: Workunit
    undo: UndoOffer | None = None
    gold: GoldResult | None = None
    warnings: list[LabelWarning] | None
    """
    The warnings of the written label; null when the step wrote no attributes, or with `warnings_error`
    """
    warnings_error: str | None = None
    """
    The reason why the written label could not be checked
    """
    advice: list[Advice] | None = None
    """
    The exact shapes that were dropped because the points of their annotations had changed; absent when there are none
    """


class Workunit(ApiObject):
    """
    A unit of work on a sample
    """

    uuid: str
    created_at: datetime
    created_by: str
    work_type: Literal["label", "review", "normal"] | str
    action: str
    sample_uuid: str
    sample_name: str
    time: int
    """
    Active milliseconds
    """
    inactive_time: int
    """
    Idle milliseconds
    """
    next_label_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
        | None
    )
    label_rating: int | None


class WrittenLabel(ApiObject):
    """
    The label as stored
    """

    sample_uuid: str
    label_type: (
        Literal[
            "segmentation-bitmap",
            "segmentation-bitmap-highres",
            "image-segmentation-sequence",
            "bboxes",
            "vector",
            "image-vector-sequence",
            "keypoints",
            "pointcloud-cuboid",
            "pointcloud-cuboid-sequence",
            "pointcloud-segmentation",
            "pointcloud-segmentation-sequence",
            "pointcloud-vector",
            "pointcloud-vector-sequence",
            "multisensor-sequence",
        ]
        | str
    )
    label_status: (
        Literal[
            "PRELABELED",
            "LABELING_IN_PROGRESS",
            "LABELED",
            "REVIEWING_IN_PROGRESS",
            "REVIEWED",
            "REJECTED",
            "SKIPPED",
            "VERIFIED",
        ]
        | str
    )
    labelset: str
    attributes: dict[str, Any] | None
    created_at: datetime
    created_by: str
    updated_at: datetime
    updated_by: str | None
    reviewed_at: datetime | None
    reviewed_by: str | None
    score: int | float | None
    rating: int | float | None
    config_version: int
    version: str
    warnings: list[LabelWarning] | None = None
    """
    The warnings of the written label; absent when no attributes were written, null with `warnings_error`
    """
    warnings_error: str | None = None
    """
    The reason why the label could not be checked
    """
    advice: list[Advice] | None = None
    """
    The exact shapes that were dropped because the points of their annotations had changed; absent when there are none
    """
