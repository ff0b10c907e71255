CREATE TABLE annotary_migrations (
      migration_id integer PRIMARY KEY NOT NULL,
      created_at datetime NOT NULL DEFAULT CURRENT_TIMESTAMP,
      name VARCHAR(255) NOT NULL
    );

CREATE TABLE users (
    username_key TEXT NOT NULL PRIMARY KEY,
    username TEXT NOT NULL UNIQUE,
    email TEXT,
    is_organization INTEGER NOT NULL,
    site_admin INTEGER NOT NULL,
    webhooks_enabled INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT,
    disabled_at TEXT
  , model_of TEXT, display_name TEXT, feed_since TEXT) STRICT;

CREATE TABLE members (
    organization TEXT NOT NULL,
    username TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (organization, username)
  ) STRICT, WITHOUT ROWID;

CREATE INDEX members_user ON members (username, organization);

CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY,
    username TEXT NOT NULL,
    digest TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT,
    expires_at TEXT,
    revoked_at TEXT
  , created_by TEXT, scope_read_only INTEGER NOT NULL DEFAULT 0, scope_dataset TEXT, scope_role TEXT, successor TEXT, scope_webhooks TEXT, embedded INTEGER NOT NULL DEFAULT 0, embed_grants TEXT NOT NULL DEFAULT '[]') STRICT;

CREATE INDEX api_keys_user ON api_keys (username, created_at);

CREATE TABLE audit_log (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT,
    action TEXT NOT NULL,
    account TEXT NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) STRICT;

CREATE INDEX audit_log_account ON audit_log (account, id);

CREATE TABLE datasets (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    owner_key TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    description TEXT NOT NULL,
    readme TEXT NOT NULL,
    category TEXT NOT NULL,
    task_type TEXT NOT NULL,
    data_type TEXT NOT NULL,
    public INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    settings TEXT NOT NULL,
    metadata TEXT NOT NULL,
    region_of_interest TEXT,
    task_attributes TEXT NOT NULL,
    config_version INTEGER NOT NULL,
    cloned_from TEXT,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    version TEXT NOT NULL,
    deleted_at TEXT
  , keep_work_until TEXT, guide TEXT NOT NULL DEFAULT '') STRICT;

CREATE UNIQUE INDEX datasets_name ON datasets (owner_key, name_key) WHERE deleted_at IS NULL;

CREATE INDEX datasets_owner ON datasets (owner, created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE collaborators (
    dataset_id TEXT NOT NULL,
    username TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (dataset_id, username)
  ) STRICT, WITHOUT ROWID;

CREATE INDEX collaborators_user ON collaborators (username, dataset_id);

CREATE TABLE dataset_counts (
    dataset_id TEXT NOT NULL,
    slot INTEGER NOT NULL,
    samples INTEGER NOT NULL,
    prelabeled INTEGER NOT NULL,
    labeling_in_progress INTEGER NOT NULL,
    labeled INTEGER NOT NULL,
    reviewing_in_progress INTEGER NOT NULL,
    reviewed INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    verified INTEGER NOT NULL,
    PRIMARY KEY (dataset_id, slot)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE labelsets (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    description TEXT NOT NULL,
    is_ground_truth INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    deleted_at TEXT,
    PRIMARY KEY (dataset_id, id)
  ) STRICT;

CREATE UNIQUE INDEX labelsets_name ON labelsets (dataset_id, name_key) WHERE deleted_at IS NULL;

CREATE TABLE samples (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    priority REAL NOT NULL,
    assigned_labeler TEXT,
    assigned_reviewer TEXT,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    version TEXT NOT NULL,
    content TEXT NOT NULL,
    deleted_at TEXT,
    PRIMARY KEY (dataset_id, id)
  ) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX samples_name ON samples (dataset_id, name) WHERE deleted_at IS NULL;

CREATE INDEX samples_created ON samples (dataset_id, created_at, id) WHERE deleted_at IS NULL;

CREATE INDEX samples_priority ON samples (dataset_id, priority, id) WHERE deleted_at IS NULL;

CREATE INDEX samples_priority_falling ON samples (dataset_id, priority DESC, id) WHERE deleted_at IS NULL;

CREATE INDEX samples_labeler ON samples (dataset_id, assigned_labeler, id) WHERE assigned_labeler IS NOT NULL;

CREATE INDEX samples_reviewer ON samples (dataset_id, assigned_reviewer, id) WHERE assigned_reviewer IS NOT NULL;

CREATE TABLE sample_versions (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    attributes TEXT,
    metadata TEXT NOT NULL,
    readme TEXT NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) STRICT;

CREATE TABLE sample_metadata (
    dataset_id TEXT NOT NULL,
    meta_key TEXT NOT NULL,
    meta_value TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    PRIMARY KEY (dataset_id, meta_key, meta_value, sample_id)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE labels (
    dataset_id TEXT NOT NULL,
    labelset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    status TEXT NOT NULL,
    score REAL,
    rating REAL,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    reviewed_at TEXT,
    reviewed_by TEXT,
    labeler TEXT,
    reviewer TEXT,
    rejecter TEXT,
    config_version INTEGER NOT NULL,
    version TEXT NOT NULL,
    content TEXT, staged_config INTEGER, staged_version TEXT, written_during INTEGER,
    PRIMARY KEY (dataset_id, labelset_id, sample_id)
  ) STRICT, WITHOUT ROWID;

CREATE INDEX labels_updated ON labels (dataset_id, labelset_id, updated_at, sample_id);

CREATE INDEX labels_labeler ON labels (dataset_id, labeler, sample_id) WHERE labeler IS NOT NULL;

CREATE INDEX labels_reviewer ON labels (dataset_id, reviewer, sample_id) WHERE reviewer IS NOT NULL;

CREATE INDEX labels_rejecter ON labels (dataset_id, rejecter, sample_id) WHERE rejecter IS NOT NULL;

CREATE TABLE label_versions (
    dataset_id TEXT NOT NULL,
    labelset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    version TEXT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    from_status TEXT,
    to_status TEXT,
    score REAL,
    rating REAL,
    content TEXT, objects TEXT,
    PRIMARY KEY (dataset_id, labelset_id, sample_id, version)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE label_contents (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    attributes TEXT NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) STRICT;

CREATE TABLE sample_queue (
    dataset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    np REAL NOT NULL,
    own_step INTEGER,
    own_user TEXT,
    open_step INTEGER,
    open_user TEXT,
    labeler TEXT NOT NULL,
    holder TEXT,
    claim_id TEXT,
    queue INTEGER,
    step INTEGER,
    claimed_at INTEGER,
    lease_until INTEGER, ended_user TEXT, ended_queue INTEGER, ended_from INTEGER, ended_until INTEGER,
    PRIMARY KEY (dataset_id, sample_id)
  ) STRICT, WITHOUT ROWID;

CREATE INDEX q_own ON sample_queue (dataset_id, own_user, own_step, np, sample_id) WHERE holder IS NULL AND own_user IS NOT NULL;

CREATE INDEX q_open ON sample_queue (dataset_id, open_step, open_user, np, sample_id, labeler) WHERE holder IS NULL AND open_step IS NOT NULL;

CREATE INDEX q_rev ON sample_queue (dataset_id, labeler, np, sample_id) WHERE holder IS NULL AND open_step = 14;

CREATE INDEX q_held ON sample_queue (holder, dataset_id, queue, claimed_at) WHERE holder IS NOT NULL AND queue IS NOT NULL;

CREATE INDEX q_lease ON sample_queue (dataset_id, lease_until) WHERE holder IS NOT NULL AND lease_until IS NOT NULL;

CREATE INDEX q_claim ON sample_queue (claim_id) WHERE holder IS NOT NULL AND claim_id IS NOT NULL;

CREATE TABLE ended_claims (
    dataset_id TEXT NOT NULL,
    claim_id TEXT NOT NULL,
    ended_at TEXT NOT NULL, reason TEXT, sample_id TEXT, holder TEXT, queue INTEGER, lease_from INTEGER, lease_until INTEGER,
    PRIMARY KEY (dataset_id, claim_id)
  ) STRICT, WITHOUT ROWID;

CREATE INDEX ended_claims_claim ON ended_claims (claim_id);

CREATE INDEX ended_claims_at ON ended_claims (ended_at);

CREATE TABLE workunits (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    sample_name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    work_type TEXT NOT NULL,
    action TEXT NOT NULL,
    time_ms INTEGER NOT NULL,
    inactive_ms INTEGER NOT NULL,
    next_label_status TEXT,
    label_rating REAL,
    claim_id TEXT,
    digest TEXT,
    answer TEXT, objects TEXT, labeler TEXT, reviewed_before INTEGER,
    PRIMARY KEY (dataset_id, id)
  ) STRICT;

CREATE UNIQUE INDEX workunits_end ON workunits (dataset_id, claim_id) WHERE claim_id IS NOT NULL AND action <> 'save';

CREATE INDEX workunits_claim ON workunits (claim_id, id) WHERE claim_id IS NOT NULL;

CREATE INDEX workunits_created ON workunits (dataset_id, created_at, id);

CREATE INDEX workunits_user ON workunits (dataset_id, created_by, created_at, id);

CREATE INDEX workunits_answer ON workunits (created_at) WHERE digest IS NOT NULL;

CREATE TABLE issues (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL,
    anchor TEXT,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) STRICT;

CREATE INDEX issues_sample ON issues (dataset_id, sample_id, id);

CREATE TABLE comments (
    dataset_id TEXT NOT NULL,
    issue_id TEXT NOT NULL,
    id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (dataset_id, issue_id, id)
  ) STRICT;

CREATE TABLE releases (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL,
    status_info TEXT,
    samples_count INTEGER NOT NULL,
    samples_done INTEGER NOT NULL,
    sha256 TEXT,
    size_bytes INTEGER,
    samples_sha256 TEXT,
    file_key TEXT,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL, statements TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (dataset_id, id)
  ) STRICT;

CREATE UNIQUE INDEX releases_name ON releases (dataset_id, name_key);

CREATE TABLE assets (
    id TEXT NOT NULL PRIMARY KEY,
    filename TEXT NOT NULL,
    content_type TEXT,
    size_bytes INTEGER,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    read_digest TEXT NOT NULL,
    upload_digest TEXT NOT NULL,
    upload_expires_at TEXT NOT NULL,
    uploaded_at TEXT,
    upload_taken INTEGER NOT NULL
  , upload_token TEXT, upload_lease_until TEXT, unreferenced_since TEXT, counted_for TEXT) STRICT;

CREATE INDEX assets_pending ON assets (upload_expires_at) WHERE uploaded_at IS NULL;

CREATE TABLE jobs (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    status TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER,
    attempts INTEGER NOT NULL,
    error TEXT,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    lease_token TEXT,
    lease_until INTEGER,
    PRIMARY KEY (dataset_id, id)
  ) STRICT;

CREATE INDEX jobs_id ON jobs (id);

CREATE INDEX jobs_open ON jobs (id) WHERE status IN ('PENDING', 'RUNNING');

CREATE TABLE idempotency (
    caller TEXT NOT NULL,
    request_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    status INTEGER,
    headers TEXT,
    body TEXT,
    PRIMARY KEY (caller, request_key)
  ) STRICT;

CREATE INDEX idempotency_at ON idempotency (at);

CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

CREATE TABLE directory (
    id TEXT NOT NULL PRIMARY KEY,
    dataset_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

CREATE TABLE duties (
    name TEXT NOT NULL PRIMARY KEY,
    due_at INTEGER NOT NULL,
    token TEXT
  , checkpoint TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE label_verdicts (
    dataset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    labelset_id TEXT NOT NULL,
    version TEXT NOT NULL,
    content TEXT,
    config_version INTEGER NOT NULL,
    judged_at TEXT NOT NULL,
    warnings TEXT NOT NULL,
    truncated INTEGER NOT NULL,
    counts TEXT NOT NULL,
    dismissed TEXT NOT NULL,
    PRIMARY KEY (dataset_id, sample_id, labelset_id)
  ) STRICT;

CREATE TABLE warning_dismissals (
    dataset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    labelset_id TEXT NOT NULL,
    warning_id TEXT NOT NULL,
    content TEXT NOT NULL,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (dataset_id, sample_id, labelset_id, warning_id)
  ) STRICT;

CREATE TABLE warning_counts (
    dataset_id TEXT NOT NULL,
    labelset_id TEXT NOT NULL,
    slot INTEGER NOT NULL,
    rule TEXT NOT NULL,
    warnings INTEGER NOT NULL,
    dismissed INTEGER NOT NULL,
    labels INTEGER NOT NULL,
    PRIMARY KEY (dataset_id, labelset_id, slot, rule)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE configuration_changes (
    dataset_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    phase TEXT NOT NULL,
    job_id TEXT NOT NULL,
    before_it TEXT NOT NULL,
    configuration TEXT NOT NULL,
    actions TEXT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    PRIMARY KEY (dataset_id, number)
  ) STRICT;

CREATE INDEX labels_staged ON labels (dataset_id, labelset_id, sample_id) WHERE staged_version IS NOT NULL;

CREATE TABLE webhook_endpoints (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    url TEXT NOT NULL,
    version REAL,
    description TEXT NOT NULL,
    event_types TEXT NOT NULL,
    datasets TEXT,
    enabled INTEGER NOT NULL,
    disabled_reason TEXT,
    rate_limit INTEGER,
    headers TEXT NOT NULL,
    chat INTEGER NOT NULL,
    fifo INTEGER NOT NULL,
    batch INTEGER NOT NULL,
    secrets TEXT NOT NULL,
    last_place INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  , retry_schedule TEXT, timeout_seconds INTEGER, time_to_live_seconds INTEGER) STRICT;

CREATE INDEX webhook_endpoints_owner ON webhook_endpoints (owner, id);

CREATE TABLE webhook_lanes (
    endpoint_id TEXT NOT NULL PRIMARY KEY,
    in_flight INTEGER NOT NULL,
    request_window INTEGER NOT NULL,
    next_at REAL NOT NULL,
    paused_until INTEGER NOT NULL,
    blocked_until INTEGER NOT NULL,
    failing_since INTEGER,
    last_failure_at INTEGER,
    warned INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

CREATE TABLE webhook_deliveries (
    dataset_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    state TEXT NOT NULL,
    origin TEXT NOT NULL,
    priority INTEGER NOT NULL,
    place INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    token TEXT,
    leased_by TEXT,
    lease_until INTEGER,
    last_status INTEGER,
    ended_at INTEGER,
    own_event TEXT,
    PRIMARY KEY (dataset_id, event_id, endpoint_id)
  ) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_due ON webhook_deliveries (endpoint_id, priority, place, event_id)
    WHERE state = 'pending' AND token IS NULL;

CREATE INDEX webhook_leased ON webhook_deliveries (lease_until) WHERE token IS NOT NULL;

CREATE INDEX webhook_listed ON webhook_deliveries (endpoint_id, state, id);

CREATE TABLE webhook_attempts (
    dataset_id TEXT NOT NULL,
    delivery_id TEXT NOT NULL,
    id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    at TEXT NOT NULL,
    duration_millis REAL,
    outcome TEXT NOT NULL,
    status INTEGER,
    error_code TEXT,
    error_message TEXT,
    response_body TEXT,
    response_cut INTEGER NOT NULL,
    cause TEXT NOT NULL, url TEXT, response_headers TEXT,
    PRIMARY KEY (dataset_id, delivery_id, id)
  ) STRICT;

CREATE INDEX webhook_attempts_age ON webhook_attempts (id);

CREATE TABLE webhook_counts (
    endpoint_id TEXT NOT NULL,
    hour INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    dead INTEGER NOT NULL,
    PRIMARY KEY (endpoint_id, hour)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE webhook_recoveries (
    endpoint_id TEXT NOT NULL,
    id TEXT NOT NULL,
    since TEXT NOT NULL,
    until TEXT NOT NULL,
    missing INTEGER NOT NULL,
    delivery_cursor TEXT NOT NULL,
    event_cursor TEXT NOT NULL,
    recovered INTEGER NOT NULL,
    created INTEGER NOT NULL,
    done INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (endpoint_id, id)
  ) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX webhook_recoveries_open ON webhook_recoveries (endpoint_id) WHERE done = 0;

CREATE TABLE outbox (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    owner TEXT NOT NULL,
    dataset TEXT NOT NULL,
    created_at TEXT NOT NULL,
    object TEXT NOT NULL,
    summary TEXT NOT NULL, trace TEXT,
    PRIMARY KEY (id, dataset_id)
  ) STRICT;

CREATE INDEX outbox_owner ON outbox (owner, id);

CREATE TRIGGER webhook_counted AFTER INSERT ON webhook_deliveries WHEN new.place > new.due_at
  BEGIN
    UPDATE webhook_endpoints SET last_place = max(last_place, new.place) WHERE id = new.endpoint_id;
  END;

CREATE TABLE webhook_key_sets (
    owner TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_tests ON webhook_deliveries (endpoint_id) WHERE state = 'pending' AND priority = -1;

CREATE INDEX labels_written_during ON labels (dataset_id, written_during, labelset_id, sample_id)
    WHERE written_during IS NOT NULL;

CREATE TABLE transfers (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    direction TEXT NOT NULL,
    format TEXT,
    options TEXT NOT NULL,
    asset_id TEXT,
    status TEXT NOT NULL,
    status_info TEXT,
    samples_done INTEGER NOT NULL,
    report TEXT,
    sha256 TEXT,
    size_bytes INTEGER,
    file_key TEXT,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (dataset_id, id)
  ) STRICT;

CREATE TABLE configuration_versions (
    dataset_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    configuration TEXT NOT NULL,
    at TEXT NOT NULL,
    actor TEXT,
    PRIMARY KEY (dataset_id, number)
  ) STRICT;

CREATE INDEX audit_log_age ON audit_log (at);

CREATE INDEX jobs_ended ON jobs (created_at) WHERE status IN ('SUCCEEDED', 'FAILED');

CREATE INDEX transfers_ended ON transfers (created_at) WHERE direction = 'export' AND status <> 'PENDING';

CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    username TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    api_key_id TEXT,
    created_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    ends_at TEXT NOT NULL
  ) STRICT;

CREATE INDEX sessions_user ON sessions (username, id);

CREATE INDEX sessions_key ON sessions (api_key_id) WHERE api_key_id IS NOT NULL;

CREATE INDEX sessions_age ON sessions (last_seen_at);

CREATE INDEX sessions_end ON sessions (ends_at);

CREATE TABLE sign_in_tokens (
    digest TEXT NOT NULL PRIMARY KEY,
    username TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT;

CREATE INDEX sign_in_tokens_user ON sign_in_tokens (username);

CREATE INDEX sign_in_tokens_age ON sign_in_tokens (expires_at);

CREATE TABLE asset_scans (
    name TEXT NOT NULL PRIMARY KEY,
    started_at TEXT NOT NULL,
    after_dataset TEXT
  ) STRICT, WITHOUT ROWID;

CREATE TABLE invitations (
    id TEXT NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    organization TEXT,
    invited_dataset TEXT,
    role TEXT NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT,
    expires_at TEXT NOT NULL,
    max_uses INTEGER NOT NULL,
    uses INTEGER NOT NULL
  ) STRICT;

CREATE INDEX invitations_organization ON invitations (organization, id) WHERE organization IS NOT NULL;

CREATE INDEX invitations_dataset ON invitations (invited_dataset, id) WHERE invited_dataset IS NOT NULL;

CREATE INDEX invitations_creator ON invitations (created_by);

CREATE INDEX invitations_age ON invitations (expires_at);

CREATE TABLE linked_identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    username TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (issuer, subject)
  ) STRICT;

CREATE INDEX linked_identities_user ON linked_identities (username);

CREATE TABLE given_roles (
    username TEXT NOT NULL,
    organization TEXT NOT NULL,
    issuer TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (username, organization, issuer)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE quotas (
    organization TEXT NOT NULL PRIMARY KEY,
    samples_limit INTEGER,
    samples_used INTEGER NOT NULL,
    requests_limit INTEGER
  , bytes_limit INTEGER, bytes_used INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

CREATE INDEX assets_creator ON assets (created_by, id) WHERE uploaded_at IS NOT NULL;

CREATE TABLE buckets (
    id TEXT NOT NULL PRIMARY KEY,
    organization TEXT NOT NULL,
    kind TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    endpoint TEXT,
    region TEXT,
    url_seconds INTEGER NOT NULL,
    sealed TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (organization, kind, account, name, prefix)
  ) STRICT;

CREATE INDEX assets_counted ON assets (counted_for) WHERE counted_for IS NOT NULL;

CREATE INDEX api_keys_embedded ON api_keys (expires_at) WHERE embedded = 1;

CREATE INDEX datasets_kept_work ON datasets (keep_work_until) WHERE keep_work_until IS NOT NULL;

CREATE TABLE picture_sizes (
    dataset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    content TEXT NOT NULL,
    pictures TEXT NOT NULL,
    PRIMARY KEY (dataset_id, sample_id)
  ) STRICT;

CREATE INDEX ended_claims_holder ON ended_claims (dataset_id, sample_id, holder) WHERE holder IS NOT NULL;

CREATE TABLE guide_acknowledgements (
    dataset_id TEXT NOT NULL,
    username TEXT NOT NULL,
    version TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (dataset_id, username, version)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE overlap_samples (
    dataset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    overlap INTEGER NOT NULL,
    state TEXT NOT NULL,
    np REAL NOT NULL,
    agreement TEXT,
    decided_at TEXT,
    decided_by TEXT,
    decided_for TEXT,
    PRIMARY KEY (dataset_id, sample_id)
  ) STRICT;

CREATE TABLE overlap_places (
    dataset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    queue INTEGER NOT NULL,
    np REAL NOT NULL,
    open_user TEXT NOT NULL,
    own_user TEXT NOT NULL,
    claim_id TEXT,
    holder TEXT,
    step INTEGER,
    claimed_at INTEGER,
    lease_until INTEGER, finished TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (dataset_id, sample_id, place)
  ) STRICT, WITHOUT ROWID;

CREATE INDEX overlap_places_open ON overlap_places (dataset_id, queue, own_user, open_user, np, sample_id);

CREATE INDEX overlap_places_claim ON overlap_places (claim_id) WHERE claim_id IS NOT NULL;

CREATE TABLE overlap_labels (
    dataset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    labeler TEXT NOT NULL,
    version TEXT NOT NULL,
    status TEXT NOT NULL,
    attributes TEXT,
    score REAL,
    rating REAL,
    comment TEXT,
    config_version INTEGER NOT NULL,
    created_at TEXT NOT NULL, time_ms INTEGER, inactive_ms INTEGER,
    PRIMARY KEY (dataset_id, sample_id, labeler, version)
  ) STRICT;

CREATE INDEX overlap_places_sets ON overlap_places (dataset_id, queue, own_user, open_user, finished, np, sample_id);

CREATE INDEX users_models ON users (model_of, username_key) WHERE model_of IS NOT NULL;

CREATE TABLE model_versions (
    model TEXT NOT NULL,
    name TEXT NOT NULL,
    note TEXT NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT,
    PRIMARY KEY (model, name)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE release_audits (
    dataset_id TEXT NOT NULL,
    id TEXT NOT NULL,
    release_id TEXT NOT NULL,
    labelset TEXT NOT NULL,
    state TEXT NOT NULL,
    level REAL NOT NULL,
    goal REAL,
    metric TEXT,
    tolerance REAL,
    nonce TEXT NOT NULL,
    population INTEGER NOT NULL,
    audited INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    finished_at TEXT, plan INTEGER, draws INTEGER NOT NULL DEFAULT 0, not_checked INTEGER NOT NULL DEFAULT 0, revised INTEGER NOT NULL DEFAULT 0, failure TEXT, unit TEXT NOT NULL DEFAULT 'samples', object_plan INTEGER,
    PRIMARY KEY (dataset_id, id)
  ) STRICT, WITHOUT ROWID;

CREATE INDEX release_audits_release ON release_audits (dataset_id, release_id, id);

CREATE TABLE audit_strata (
    dataset_id TEXT NOT NULL,
    audit_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    username TEXT,
    population INTEGER NOT NULL,
    PRIMARY KEY (dataset_id, audit_id, number)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE audit_draws (
    dataset_id TEXT NOT NULL,
    audit_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    sample_id TEXT NOT NULL,
    line_offset INTEGER NOT NULL,
    line_length INTEGER NOT NULL,
    strata TEXT NOT NULL,
    claim_id TEXT,
    holder TEXT,
    expires_at TEXT,
    outcome TEXT,
    audited_at TEXT, not_checked TEXT, object TEXT,
    PRIMARY KEY (dataset_id, audit_id, number)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE predictions (
    dataset_id TEXT NOT NULL,
    claim_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    model TEXT NOT NULL,
    model_version TEXT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT,
    label_version TEXT,
    created_at TEXT NOT NULL,
    digest TEXT,
    answer TEXT,
    PRIMARY KEY (dataset_id, claim_id)
  ) STRICT;

CREATE INDEX predictions_sample ON predictions (dataset_id, sample_id, claim_id);

CREATE INDEX predictions_claim ON predictions (claim_id);

CREATE INDEX predictions_answer ON predictions (created_at) WHERE digest IS NOT NULL;

CREATE TABLE audit_exclusions (
    dataset_id TEXT NOT NULL,
    audit_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    username TEXT NOT NULL,
    PRIMARY KEY (dataset_id, audit_id, number, username)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE pauses (
    dataset_id TEXT NOT NULL,
    username TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL,
    paused_by TEXT,
    PRIMARY KEY (dataset_id, username)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE gold_labels (
    dataset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    attributes TEXT NOT NULL,
    config_version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    created_by TEXT NOT NULL,
    draw REAL NOT NULL, version TEXT NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    PRIMARY KEY (dataset_id, sample_id)
  ) STRICT;

CREATE INDEX gold_labels_draw ON gold_labels (dataset_id, draw, sample_id);

CREATE TABLE gold_answers (
    dataset_id TEXT NOT NULL,
    sample_id TEXT NOT NULL,
    username TEXT NOT NULL,
    score REAL,
    passed INTEGER,
    at TEXT NOT NULL, outdated INTEGER NOT NULL DEFAULT 0, counted INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (dataset_id, sample_id, username)
  ) STRICT, WITHOUT ROWID;

CREATE TABLE gold_people (
    dataset_id TEXT NOT NULL,
    username TEXT NOT NULL,
    rate REAL NOT NULL,
    countdown INTEGER NOT NULL,
    pivot REAL NOT NULL,
    answers INTEGER NOT NULL,
    passed INTEGER NOT NULL,
    PRIMARY KEY (dataset_id, username)
  ) STRICT, WITHOUT ROWID;

CREATE INDEX gold_answers_person ON gold_answers (dataset_id, username, at, sample_id);

CREATE INDEX overlap_places_held ON overlap_places (holder, dataset_id, queue, claimed_at) WHERE holder IS NOT NULL;

CREATE INDEX overlap_places_free ON overlap_places (dataset_id, np, sample_id, place) WHERE queue = 1 AND own_user = '' AND open_user = '' AND holder IS NULL;

CREATE INDEX overlap_places_lease ON overlap_places (dataset_id, lease_until) WHERE holder IS NOT NULL;

CREATE INDEX overlap_samples_state ON overlap_samples (dataset_id, state, sample_id);

CREATE INDEX label_versions_uncounted ON label_versions (dataset_id, labelset_id, sample_id, version) WHERE objects IS NULL AND content = version;
