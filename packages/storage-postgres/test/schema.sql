CREATE TABLE annotary_migrations (
  migration_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  name character varying(255) NOT NULL,
  PRIMARY KEY (migration_id)
);

CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  digest text NOT NULL,
  description text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  last_used_at text COLLATE "C",
  expires_at text COLLATE "C",
  revoked_at text COLLATE "C",
  created_by text COLLATE "C",
  scope_read_only integer NOT NULL DEFAULT 0,
  scope_dataset text COLLATE "C",
  scope_role text COLLATE "C",
  successor text COLLATE "C",
  scope_webhooks text COLLATE "C",
  embedded integer NOT NULL DEFAULT 0,
  embed_grants text COLLATE "C" NOT NULL DEFAULT '[]'::text,
  PRIMARY KEY (id)
);
CREATE INDEX api_keys_embedded ON api_keys USING btree (expires_at) WHERE (embedded = 1);
CREATE INDEX api_keys_user ON api_keys USING btree (username, created_at);

CREATE TABLE asset_scans (
  name text COLLATE "C" NOT NULL,
  started_at text COLLATE "C" NOT NULL,
  after_dataset text COLLATE "C",
  PRIMARY KEY (name)
);

CREATE TABLE assets (
  id text COLLATE "C" NOT NULL,
  filename text NOT NULL,
  content_type text,
  size_bytes bigint,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  read_digest text NOT NULL,
  upload_digest text NOT NULL,
  upload_expires_at text COLLATE "C" NOT NULL,
  uploaded_at text COLLATE "C",
  upload_taken integer NOT NULL,
  upload_token text,
  upload_lease_until text COLLATE "C",
  unreferenced_since text COLLATE "C",
  counted_for text COLLATE "C",
  PRIMARY KEY (id)
);
CREATE INDEX assets_counted ON assets USING btree (counted_for) WHERE (counted_for IS NOT NULL);
CREATE INDEX assets_creator ON assets USING btree (created_by, id) WHERE (uploaded_at IS NOT NULL);
CREATE INDEX assets_pending ON assets USING btree (upload_expires_at) WHERE (uploaded_at IS NULL);

CREATE TABLE audit_draws (
  dataset_id text COLLATE "C" NOT NULL,
  audit_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  line_offset bigint NOT NULL,
  line_length bigint NOT NULL,
  strata text NOT NULL,
  claim_id text COLLATE "C",
  holder text COLLATE "C",
  expires_at text COLLATE "C",
  outcome text,
  audited_at text COLLATE "C",
  not_checked text,
  object text,
  PRIMARY KEY (dataset_id, audit_id, number)
);

CREATE TABLE audit_exclusions (
  dataset_id text COLLATE "C" NOT NULL,
  audit_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  username text COLLATE "C" NOT NULL,
  PRIMARY KEY (dataset_id, audit_id, number, username)
);

CREATE TABLE audit_log (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C",
  action text NOT NULL,
  account text COLLATE "C" NOT NULL,
  details text NOT NULL,
  PRIMARY KEY (dataset_id, id)
);
CREATE INDEX audit_log_account ON audit_log USING btree (account, id);
CREATE INDEX audit_log_age ON audit_log USING btree (at);

CREATE TABLE audit_strata (
  dataset_id text COLLATE "C" NOT NULL,
  audit_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  kind text COLLATE "C" NOT NULL,
  name text NOT NULL,
  username text COLLATE "C",
  population bigint NOT NULL,
  PRIMARY KEY (dataset_id, audit_id, number)
);

CREATE TABLE blob_chunks (
  file_id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  bytes bytea STORAGE EXTERNAL NOT NULL,
  PRIMARY KEY (file_id, "position")
);

CREATE TABLE blob_files (
  id text COLLATE "C" NOT NULL,
  remove_at bigint,
  PRIMARY KEY (id)
);
CREATE INDEX blob_files_due ON blob_files USING btree (remove_at) WHERE (remove_at IS NOT NULL);

CREATE TABLE blobs (
  blob_key text COLLATE "C" NOT NULL,
  file_id text COLLATE "C" NOT NULL,
  size_bytes bigint NOT NULL,
  replaced text COLLATE "C",
  PRIMARY KEY (blob_key)
);

CREATE TABLE buckets (
  id text COLLATE "C" NOT NULL,
  organization text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  endpoint text,
  region text,
  url_seconds integer NOT NULL,
  sealed text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (organization, kind, account, name, prefix)
);

CREATE TABLE collaborators (
  dataset_id text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  role text NOT NULL,
  PRIMARY KEY (dataset_id, username)
);
CREATE INDEX collaborators_user ON collaborators USING btree (username, dataset_id);

CREATE TABLE comments (
  dataset_id text COLLATE "C" NOT NULL,
  issue_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (dataset_id, issue_id, id)
);

CREATE TABLE configuration_changes (
  dataset_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  phase text NOT NULL,
  job_id text COLLATE "C" NOT NULL,
  before_it text NOT NULL,
  configuration text NOT NULL,
  actions text NOT NULL,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  PRIMARY KEY (dataset_id, number)
);

CREATE TABLE configuration_versions (
  dataset_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  configuration text NOT NULL,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C",
  PRIMARY KEY (dataset_id, number)
);

CREATE TABLE dataset_counts (
  dataset_id text COLLATE "C" NOT NULL,
  slot integer NOT NULL,
  samples integer NOT NULL,
  prelabeled integer NOT NULL,
  labeling_in_progress integer NOT NULL,
  labeled integer NOT NULL,
  reviewing_in_progress integer NOT NULL,
  reviewed integer NOT NULL,
  rejected integer NOT NULL,
  skipped integer NOT NULL,
  verified integer NOT NULL,
  PRIMARY KEY (dataset_id, slot)
) WITH (fillfactor=80);

CREATE TABLE datasets (
  id text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  owner_key text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  description text NOT NULL,
  readme text NOT NULL,
  category text NOT NULL,
  task_type text NOT NULL,
  data_type text NOT NULL,
  public integer NOT NULL,
  archived integer NOT NULL,
  settings text NOT NULL,
  metadata text NOT NULL,
  region_of_interest text,
  task_attributes text NOT NULL,
  config_version integer NOT NULL,
  cloned_from text,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  keep_work_until text COLLATE "C",
  guide text NOT NULL DEFAULT ''::text,
  PRIMARY KEY (id)
);
CREATE INDEX datasets_kept_work ON datasets USING btree (keep_work_until) WHERE (keep_work_until IS NOT NULL);
CREATE UNIQUE INDEX datasets_name ON datasets USING btree (owner_key, name_key) WHERE (deleted_at IS NULL);
CREATE INDEX datasets_owner ON datasets USING btree (owner, created_at, id) WHERE (deleted_at IS NULL);

CREATE TABLE directory (
  id text COLLATE "C" NOT NULL,
  dataset_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE duties (
  name text COLLATE "C" NOT NULL,
  due_at bigint NOT NULL,
  token text,
  checkpoint text COLLATE "C",
  PRIMARY KEY (name)
);

CREATE TABLE ended_claims (
  dataset_id text COLLATE "C" NOT NULL,
  claim_id text COLLATE "C" NOT NULL,
  ended_at text COLLATE "C" NOT NULL,
  reason text,
  sample_id text COLLATE "C",
  holder text COLLATE "C",
  queue integer,
  lease_from bigint,
  lease_until bigint,
  PRIMARY KEY (dataset_id, claim_id)
);
CREATE INDEX ended_claims_at ON ended_claims USING btree (ended_at);
CREATE INDEX ended_claims_claim ON ended_claims USING btree (claim_id);
CREATE INDEX ended_claims_holder ON ended_claims USING btree (dataset_id, sample_id, holder) WHERE (holder IS NOT NULL);

CREATE TABLE given_roles (
  username text COLLATE "C" NOT NULL,
  organization text COLLATE "C" NOT NULL,
  issuer text COLLATE "C" NOT NULL,
  role text NOT NULL,
  PRIMARY KEY (username, organization, issuer)
);

CREATE TABLE gold_answers (
  dataset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  score double precision,
  passed integer,
  at text COLLATE "C" NOT NULL,
  outdated integer NOT NULL DEFAULT 0,
  counted integer NOT NULL DEFAULT 1,
  PRIMARY KEY (dataset_id, sample_id, username)
);
CREATE INDEX gold_answers_person ON gold_answers USING btree (dataset_id, username, at, sample_id);

CREATE TABLE gold_labels (
  dataset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  attributes text NOT NULL,
  config_version integer NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  draw double precision NOT NULL,
  version text COLLATE "C" NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::text,
  PRIMARY KEY (dataset_id, sample_id)
);
CREATE INDEX gold_labels_draw ON gold_labels USING btree (dataset_id, draw, sample_id);

CREATE TABLE gold_people (
  dataset_id text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  rate double precision NOT NULL,
  countdown integer NOT NULL,
  pivot double precision NOT NULL,
  answers integer NOT NULL,
  passed integer NOT NULL,
  PRIMARY KEY (dataset_id, username)
);

CREATE TABLE guide_acknowledgements (
  dataset_id text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  PRIMARY KEY (dataset_id, username, version)
);

CREATE TABLE idempotency (
  caller text COLLATE "C" NOT NULL,
  request_key text COLLATE "C" NOT NULL,
  fingerprint text NOT NULL,
  at text COLLATE "C" NOT NULL,
  status integer,
  headers text,
  body text,
  PRIMARY KEY (caller, request_key)
);
CREATE INDEX idempotency_at ON idempotency USING btree (at);

CREATE TABLE invitations (
  id text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  organization text COLLATE "C",
  invited_dataset text COLLATE "C",
  role text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C",
  expires_at text COLLATE "C" NOT NULL,
  max_uses integer NOT NULL,
  uses integer NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (digest)
);
CREATE INDEX invitations_age ON invitations USING btree (expires_at);
CREATE INDEX invitations_creator ON invitations USING btree (created_by);
CREATE INDEX invitations_dataset ON invitations USING btree (invited_dataset, id) WHERE (invited_dataset IS NOT NULL);
CREATE INDEX invitations_organization ON invitations USING btree (organization, id) WHERE (organization IS NOT NULL);

CREATE TABLE issues (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  description text NOT NULL,
  status text NOT NULL,
  anchor text,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  updated_by text COLLATE "C" NOT NULL,
  PRIMARY KEY (dataset_id, id)
);
CREATE INDEX issues_sample ON issues USING btree (dataset_id, sample_id, id);

CREATE TABLE jobs (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  payload text NOT NULL,
  status text NOT NULL,
  done bigint NOT NULL,
  total bigint,
  attempts integer NOT NULL,
  error text,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  lease_token text,
  lease_until bigint,
  PRIMARY KEY (dataset_id, id)
);
CREATE INDEX jobs_ended ON jobs USING btree (created_at) WHERE (status = ANY (ARRAY['SUCCEEDED'::text, 'FAILED'::text]));
CREATE INDEX jobs_id ON jobs USING btree (id);
CREATE INDEX jobs_open ON jobs USING btree (id) WHERE (status = ANY (ARRAY['PENDING'::text, 'RUNNING'::text]));

CREATE TABLE label_contents (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  attributes text NOT NULL,
  PRIMARY KEY (dataset_id, id)
);

CREATE TABLE label_verdicts (
  dataset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  labelset_id text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  content text COLLATE "C",
  config_version integer NOT NULL,
  judged_at text COLLATE "C" NOT NULL,
  warnings text NOT NULL,
  truncated integer NOT NULL,
  counts text NOT NULL,
  dismissed text NOT NULL,
  PRIMARY KEY (dataset_id, sample_id, labelset_id)
);

CREATE TABLE label_versions (
  dataset_id text COLLATE "C" NOT NULL,
  labelset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  action text NOT NULL,
  from_status text,
  to_status text,
  score double precision,
  rating double precision,
  content text COLLATE "C",
  objects text COLLATE "C",
  PRIMARY KEY (dataset_id, labelset_id, sample_id, version)
);
CREATE INDEX label_versions_uncounted ON label_versions USING btree (dataset_id, labelset_id, sample_id, version) WHERE ((objects IS NULL) AND (content = version));

CREATE TABLE labels (
  dataset_id text COLLATE "C" NOT NULL,
  labelset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  score double precision,
  rating double precision,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  updated_by text COLLATE "C" NOT NULL,
  reviewed_at text COLLATE "C",
  reviewed_by text COLLATE "C",
  labeler text COLLATE "C",
  reviewer text COLLATE "C",
  rejecter text COLLATE "C",
  config_version integer NOT NULL,
  version text COLLATE "C" NOT NULL,
  content text COLLATE "C",
  staged_config integer,
  staged_version text COLLATE "C",
  written_during integer,
  PRIMARY KEY (dataset_id, labelset_id, sample_id)
);
CREATE INDEX labels_labeler ON labels USING btree (dataset_id, labeler, sample_id) WHERE (labeler IS NOT NULL);
CREATE INDEX labels_rejecter ON labels USING btree (dataset_id, rejecter, sample_id) WHERE (rejecter IS NOT NULL);
CREATE INDEX labels_reviewer ON labels USING btree (dataset_id, reviewer, sample_id) WHERE (reviewer IS NOT NULL);
CREATE INDEX labels_staged ON labels USING btree (dataset_id, labelset_id, sample_id) WHERE (staged_version IS NOT NULL);
CREATE INDEX labels_updated ON labels USING btree (dataset_id, labelset_id, updated_at, sample_id);
CREATE INDEX labels_written_during ON labels USING btree (dataset_id, written_during, labelset_id, sample_id) WHERE (written_during IS NOT NULL);

CREATE TABLE labelsets (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  description text NOT NULL,
  is_ground_truth integer NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (dataset_id, id)
);
CREATE UNIQUE INDEX labelsets_name ON labelsets USING btree (dataset_id, name_key) WHERE (deleted_at IS NULL);

CREATE TABLE linked_identities (
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX linked_identities_user ON linked_identities USING btree (username);

CREATE TABLE members (
  organization text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  role text NOT NULL,
  PRIMARY KEY (organization, username)
);
CREATE INDEX members_user ON members USING btree (username, organization);

CREATE TABLE model_versions (
  model text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  note text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C",
  PRIMARY KEY (model, name)
);

CREATE TABLE outbox (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  owner text COLLATE "C" NOT NULL,
  dataset text NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  object text NOT NULL,
  summary text NOT NULL,
  trace text,
  PRIMARY KEY (id, dataset_id)
) WITH (toast_tuple_target=8160);
CREATE INDEX outbox_owner ON outbox USING btree (owner, id);

CREATE TABLE overlap_labels (
  dataset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  labeler text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  attributes text,
  score double precision,
  rating double precision,
  comment text,
  config_version integer NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  time_ms bigint,
  inactive_ms bigint,
  PRIMARY KEY (dataset_id, sample_id, labeler, version)
);

CREATE TABLE overlap_places (
  dataset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  place integer NOT NULL,
  queue integer NOT NULL,
  np double precision NOT NULL,
  open_user text COLLATE "C" NOT NULL,
  own_user text COLLATE "C" NOT NULL,
  claim_id text COLLATE "C",
  holder text COLLATE "C",
  step integer,
  claimed_at bigint,
  lease_until bigint,
  finished text COLLATE "C" NOT NULL DEFAULT ''::text,
  PRIMARY KEY (dataset_id, sample_id, place)
) WITH (fillfactor=80);
CREATE INDEX overlap_places_claim ON overlap_places USING btree (claim_id) WHERE (claim_id IS NOT NULL);
CREATE INDEX overlap_places_free ON overlap_places USING btree (dataset_id, np, sample_id, place) WHERE ((queue = 1) AND (own_user = ''::text) AND (open_user = ''::text) AND (holder IS NULL));
CREATE INDEX overlap_places_held ON overlap_places USING btree (holder, dataset_id, queue, claimed_at) WHERE (holder IS NOT NULL);
CREATE INDEX overlap_places_lease ON overlap_places USING btree (dataset_id, lease_until) WHERE (holder IS NOT NULL);
CREATE INDEX overlap_places_open ON overlap_places USING btree (dataset_id, queue, own_user, open_user, np, sample_id);
CREATE INDEX overlap_places_sets ON overlap_places USING btree (dataset_id, queue, own_user, open_user, finished, np, sample_id);

CREATE TABLE overlap_samples (
  dataset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  overlap integer NOT NULL,
  state text COLLATE "C" NOT NULL,
  np double precision NOT NULL,
  agreement text,
  decided_at text COLLATE "C",
  decided_by text COLLATE "C",
  decided_for text COLLATE "C",
  PRIMARY KEY (dataset_id, sample_id)
);
CREATE INDEX overlap_samples_state ON overlap_samples USING btree (dataset_id, state, sample_id);

CREATE TABLE pauses (
  dataset_id text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  at text COLLATE "C" NOT NULL,
  paused_by text COLLATE "C",
  PRIMARY KEY (dataset_id, username)
);

CREATE TABLE picture_sizes (
  dataset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  pictures text NOT NULL,
  PRIMARY KEY (dataset_id, sample_id)
);

CREATE TABLE predictions (
  dataset_id text COLLATE "C" NOT NULL,
  claim_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  model text COLLATE "C" NOT NULL,
  model_version text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  reason text,
  label_version text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  digest text COLLATE "C",
  answer text,
  PRIMARY KEY (dataset_id, claim_id)
);
CREATE INDEX predictions_answer ON predictions USING btree (created_at) WHERE (digest IS NOT NULL);
CREATE INDEX predictions_claim ON predictions USING btree (claim_id);
CREATE INDEX predictions_sample ON predictions USING btree (dataset_id, sample_id, claim_id);

CREATE TABLE quotas (
  organization text COLLATE "C" NOT NULL,
  samples_limit integer,
  samples_used integer NOT NULL,
  requests_limit integer,
  bytes_limit bigint,
  bytes_used bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization)
);

CREATE TABLE release_audits (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  release_id text COLLATE "C" NOT NULL,
  labelset text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  level double precision NOT NULL,
  goal double precision,
  metric text COLLATE "C",
  tolerance double precision,
  nonce text COLLATE "C" NOT NULL,
  population bigint NOT NULL,
  audited integer NOT NULL,
  errors integer NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  finished_at text COLLATE "C",
  plan integer,
  draws integer NOT NULL DEFAULT 0,
  not_checked integer NOT NULL DEFAULT 0,
  revised integer NOT NULL DEFAULT 0,
  failure text,
  unit text COLLATE "C" NOT NULL DEFAULT 'samples'::text,
  object_plan integer,
  PRIMARY KEY (dataset_id, id)
);
CREATE INDEX release_audits_release ON release_audits USING btree (dataset_id, release_id, id);

CREATE TABLE releases (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  description text NOT NULL,
  status text NOT NULL,
  status_info text,
  samples_count integer NOT NULL,
  samples_done integer NOT NULL,
  sha256 text,
  size_bytes bigint,
  samples_sha256 text,
  file_key text,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  statements text NOT NULL DEFAULT ''::text,
  PRIMARY KEY (dataset_id, id)
);
CREATE UNIQUE INDEX releases_name ON releases USING btree (dataset_id, name_key);

CREATE TABLE sample_metadata (
  dataset_id text COLLATE "C" NOT NULL,
  meta_key text COLLATE "C" NOT NULL,
  meta_value text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (dataset_id, meta_key, meta_value, sample_id)
);

CREATE TABLE sample_queue (
  dataset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  np double precision NOT NULL,
  own_step integer,
  own_user text COLLATE "C",
  open_step integer,
  open_user text COLLATE "C",
  labeler text COLLATE "C" NOT NULL,
  holder text COLLATE "C",
  claim_id text COLLATE "C",
  queue integer,
  step integer,
  claimed_at bigint,
  lease_until bigint,
  ended_user text COLLATE "C",
  ended_queue integer,
  ended_from bigint,
  ended_until bigint,
  PRIMARY KEY (dataset_id, sample_id)
) WITH (fillfactor=80);
CREATE INDEX q_claim ON sample_queue USING btree (claim_id) WHERE ((holder IS NOT NULL) AND (claim_id IS NOT NULL));
CREATE INDEX q_held ON sample_queue USING btree (holder, dataset_id, queue, claimed_at) WHERE ((holder IS NOT NULL) AND (queue IS NOT NULL));
CREATE INDEX q_lease ON sample_queue USING btree (dataset_id, lease_until) WHERE ((holder IS NOT NULL) AND (lease_until IS NOT NULL));
CREATE INDEX q_open ON sample_queue USING btree (dataset_id, open_step, open_user, np, sample_id, labeler) WHERE ((holder IS NULL) AND (open_step IS NOT NULL));
CREATE INDEX q_own ON sample_queue USING btree (dataset_id, own_user, own_step, np, sample_id) WHERE ((holder IS NULL) AND (own_user IS NOT NULL));
CREATE INDEX q_rev ON sample_queue USING btree (dataset_id, labeler, np, sample_id) WHERE ((holder IS NULL) AND (open_step = 14));

CREATE TABLE sample_versions (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  attributes text,
  metadata text NOT NULL,
  readme text NOT NULL,
  PRIMARY KEY (dataset_id, id)
);

CREATE TABLE samples (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  priority double precision NOT NULL,
  assigned_labeler text COLLATE "C",
  assigned_reviewer text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  deleted_at text COLLATE "C",
  PRIMARY KEY (dataset_id, id)
);
CREATE INDEX samples_created ON samples USING btree (dataset_id, created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX samples_labeler ON samples USING btree (dataset_id, assigned_labeler, id) WHERE (assigned_labeler IS NOT NULL);
CREATE UNIQUE INDEX samples_name ON samples USING btree (dataset_id, name) WHERE (deleted_at IS NULL);
CREATE INDEX samples_priority ON samples USING btree (dataset_id, priority, id) WHERE (deleted_at IS NULL);
CREATE INDEX samples_priority_falling ON samples USING btree (dataset_id, priority DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX samples_reviewer ON samples USING btree (dataset_id, assigned_reviewer, id) WHERE (assigned_reviewer IS NOT NULL);

CREATE TABLE secrets (
  name text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (name)
);

CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  api_key_id text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  last_seen_at text COLLATE "C" NOT NULL,
  ends_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (digest)
);
CREATE INDEX sessions_age ON sessions USING btree (last_seen_at);
CREATE INDEX sessions_end ON sessions USING btree (ends_at);
CREATE INDEX sessions_key ON sessions USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);
CREATE INDEX sessions_user ON sessions USING btree (username, id);

CREATE TABLE sign_in_tokens (
  digest text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  expires_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (digest)
);
CREATE INDEX sign_in_tokens_age ON sign_in_tokens USING btree (expires_at);
CREATE INDEX sign_in_tokens_user ON sign_in_tokens USING btree (username);

CREATE UNLOGGED TABLE snapshot_labels (
  dataset_id text COLLATE "C" NOT NULL,
  snapshot_id bigint NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  labelset integer NOT NULL,
  status text COLLATE "C" NOT NULL,
  score double precision,
  rating double precision,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  updated_by text COLLATE "C" NOT NULL,
  reviewed_at text COLLATE "C",
  reviewed_by text COLLATE "C",
  content text COLLATE "C",
  PRIMARY KEY (dataset_id, snapshot_id, sample_id, labelset)
);

CREATE UNLOGGED TABLE snapshot_samples (
  dataset_id text COLLATE "C" NOT NULL,
  snapshot_id bigint NOT NULL,
  position integer NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  priority double precision NOT NULL,
  assigned_labeler text COLLATE "C",
  assigned_reviewer text COLLATE "C",
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  content text COLLATE "C" NOT NULL,
  PRIMARY KEY (dataset_id, snapshot_id, "position")
);

CREATE TABLE snapshots (
  dataset_id text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  kept_until bigint NOT NULL,
  PRIMARY KEY (dataset_id, id)
);

CREATE TABLE transfers (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  direction text NOT NULL,
  format text,
  options text NOT NULL,
  asset_id text COLLATE "C",
  status text NOT NULL,
  status_info text,
  samples_done integer NOT NULL,
  report text,
  sha256 text,
  size_bytes bigint,
  file_key text,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  PRIMARY KEY (dataset_id, id)
);
CREATE INDEX transfers_ended ON transfers USING btree (created_at) WHERE ((direction = 'export'::text) AND (status <> 'PENDING'::text));

CREATE TABLE users (
  username_key text COLLATE "C" NOT NULL,
  username text COLLATE "C" NOT NULL,
  email text,
  is_organization integer NOT NULL,
  site_admin integer NOT NULL,
  webhooks_enabled integer NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C",
  disabled_at text COLLATE "C",
  model_of text COLLATE "C",
  display_name text,
  feed_since text COLLATE "C",
  PRIMARY KEY (username_key),
  UNIQUE (username)
);
CREATE INDEX users_models ON users USING btree (model_of, username_key) WHERE (model_of IS NOT NULL);

CREATE TABLE warning_counts (
  dataset_id text COLLATE "C" NOT NULL,
  labelset_id text COLLATE "C" NOT NULL,
  slot integer NOT NULL,
  rule text COLLATE "C" NOT NULL,
  warnings bigint NOT NULL,
  dismissed bigint NOT NULL,
  labels bigint NOT NULL,
  PRIMARY KEY (dataset_id, labelset_id, slot, rule)
) WITH (fillfactor=80);

CREATE TABLE warning_dismissals (
  dataset_id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  labelset_id text COLLATE "C" NOT NULL,
  warning_id text COLLATE "C" NOT NULL,
  content text NOT NULL,
  reason text NOT NULL,
  actor text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  PRIMARY KEY (dataset_id, sample_id, labelset_id, warning_id)
);

CREATE TABLE webhook_attempts (
  dataset_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  at text COLLATE "C" NOT NULL,
  duration_millis double precision,
  outcome text NOT NULL,
  status integer,
  error_code text,
  error_message text,
  response_body text,
  response_cut integer NOT NULL,
  cause text NOT NULL,
  url text,
  response_headers text,
  PRIMARY KEY (dataset_id, delivery_id, id)
);
CREATE INDEX webhook_attempts_age ON webhook_attempts USING btree (id);

CREATE TABLE webhook_counts (
  endpoint_id text COLLATE "C" NOT NULL,
  hour bigint NOT NULL,
  delivered integer NOT NULL,
  failed integer NOT NULL,
  dead integer NOT NULL,
  PRIMARY KEY (endpoint_id, hour)
);

CREATE TABLE webhook_deliveries (
  dataset_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  event_type text NOT NULL,
  state text COLLATE "C" NOT NULL,
  origin text NOT NULL,
  priority integer NOT NULL,
  place bigint NOT NULL,
  due_at bigint NOT NULL,
  attempts integer NOT NULL,
  token text,
  leased_by text,
  lease_until bigint,
  last_status integer,
  ended_at bigint,
  own_event text,
  PRIMARY KEY (dataset_id, event_id, endpoint_id)
) WITH (fillfactor=80);
CREATE INDEX webhook_due ON webhook_deliveries USING btree (endpoint_id, priority, place, event_id) WHERE ((state = 'pending'::text) AND (token IS NULL));
CREATE INDEX webhook_leased ON webhook_deliveries USING btree (lease_until) WHERE (token IS NOT NULL);
CREATE INDEX webhook_listed ON webhook_deliveries USING btree (endpoint_id, state, id);
CREATE INDEX webhook_tests ON webhook_deliveries USING btree (endpoint_id) WHERE ((state = 'pending'::text) AND (priority = '-1'::integer));

CREATE TABLE webhook_endpoints (
  id text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  url text NOT NULL,
  version double precision,
  description text NOT NULL,
  event_types text NOT NULL,
  datasets text,
  enabled integer NOT NULL,
  disabled_reason text,
  rate_limit integer,
  headers text NOT NULL,
  chat integer NOT NULL,
  fifo integer NOT NULL,
  batch integer NOT NULL,
  secrets text NOT NULL,
  last_place bigint NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  updated_at text COLLATE "C" NOT NULL,
  retry_schedule text,
  timeout_seconds integer,
  time_to_live_seconds integer,
  PRIMARY KEY (id)
);
CREATE INDEX webhook_endpoints_owner ON webhook_endpoints USING btree (owner, id);

CREATE TABLE webhook_key_sets (
  owner text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (owner),
  UNIQUE (id)
);

CREATE TABLE webhook_lanes (
  endpoint_id text COLLATE "C" NOT NULL,
  in_flight integer NOT NULL,
  request_window integer NOT NULL,
  next_at double precision NOT NULL,
  paused_until bigint NOT NULL,
  blocked_until bigint NOT NULL,
  failing_since bigint,
  last_failure_at bigint,
  warned integer NOT NULL,
  PRIMARY KEY (endpoint_id)
) WITH (fillfactor=80);

CREATE TABLE webhook_recoveries (
  endpoint_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  since text COLLATE "C" NOT NULL,
  until text COLLATE "C" NOT NULL,
  missing integer NOT NULL,
  delivery_cursor text COLLATE "C" NOT NULL,
  event_cursor text COLLATE "C" NOT NULL,
  recovered integer NOT NULL,
  created integer NOT NULL,
  done integer NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  PRIMARY KEY (endpoint_id, id)
);
CREATE UNIQUE INDEX webhook_recoveries_open ON webhook_recoveries USING btree (endpoint_id) WHERE (done = 0);

CREATE TABLE workunits (
  dataset_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  sample_id text COLLATE "C" NOT NULL,
  sample_name text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  work_type text NOT NULL,
  action text NOT NULL,
  time_ms bigint NOT NULL,
  inactive_ms bigint NOT NULL,
  next_label_status text,
  label_rating double precision,
  claim_id text COLLATE "C",
  digest text,
  answer text,
  objects text,
  labeler text COLLATE "C",
  reviewed_before integer,
  PRIMARY KEY (dataset_id, id)
);
CREATE INDEX workunits_answer ON workunits USING btree (created_at) WHERE (digest IS NOT NULL);
CREATE INDEX workunits_claim ON workunits USING btree (claim_id, id) WHERE (claim_id IS NOT NULL);
CREATE INDEX workunits_created ON workunits USING btree (dataset_id, created_at, id);
CREATE UNIQUE INDEX workunits_end ON workunits USING btree (dataset_id, claim_id) WHERE ((claim_id IS NOT NULL) AND (action <> 'save'::text));
CREATE INDEX workunits_user ON workunits USING btree (dataset_id, created_by, created_at, id);

CREATE OR REPLACE FUNCTION lease_first_overlap(dataset text, person text, claim text, millis bigint)
 RETURNS SETOF overlap_places
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  DECLARE
    moment bigint;
    found_np double precision;
    found_sample text;
    found_place integer;
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN RETURN; END IF;
    IF NOT pg_try_advisory_xact_lock(hashtextextended(dataset || person, 1)) THEN RETURN; END IF;
    moment := CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint);
    PERFORM 1 FROM datasets WHERE id = dataset AND deleted_at IS NULL;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM 1 FROM sample_queue WHERE holder = person AND dataset_id = dataset AND queue = 1 ORDER BY claimed_at LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM sample_queue WHERE dataset_id = dataset AND holder IS NULL AND own_user = person AND own_step < 10
      ORDER BY own_step, np, sample_id LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM sample_queue WHERE dataset_id = dataset AND holder IS NULL AND open_step = 3 AND open_user = person
      ORDER BY np, sample_id LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM sample_queue WHERE dataset_id = dataset AND holder IS NULL AND open_step = 4 AND open_user = ''
      ORDER BY np, sample_id LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM sample_queue WHERE dataset_id = dataset AND holder IS NOT NULL AND lease_until > 0 AND lease_until <= moment
      ORDER BY lease_until LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places WHERE holder = person AND dataset_id = dataset AND queue = 1 ORDER BY claimed_at LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places WHERE dataset_id = dataset AND queue = 1 AND own_user = person
      ORDER BY open_user, np, sample_id LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places WHERE dataset_id = dataset AND queue = 1 AND own_user = '' AND open_user = person
      ORDER BY np, sample_id LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places WHERE dataset_id = dataset AND holder IS NOT NULL AND lease_until > moment + 86400000
      ORDER BY lease_until LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    SELECT f.np, p.sample_id, p.place INTO found_np, found_sample, found_place
      FROM (SELECT o.np, o.sample_id, o.place FROM overlap_places o
        WHERE o.dataset_id = dataset AND o.queue = 1 AND o.own_user = '' AND o.open_user = '' AND o.holder IS NULL
        ORDER BY o.np, o.sample_id, o.place LIMIT 16) f
      JOIN overlap_samples s ON s.dataset_id = dataset AND s.sample_id = f.sample_id
      JOIN overlap_places p ON p.dataset_id = dataset AND p.sample_id = f.sample_id AND p.place = f.place
      WHERE COALESCE(p.own_user, '') = '' AND COALESCE(p.open_user, '') = '' AND COALESCE(p.holder, '') = ''
        AND (SELECT 1 FROM overlap_labels l WHERE l.dataset_id = dataset AND l.sample_id = f.sample_id AND l.labeler = person
          AND l.status <> 'LABELING_IN_PROGRESS' LIMIT 1) IS NULL
      ORDER BY f.np, f.sample_id LIMIT 1 FOR UPDATE OF s, p SKIP LOCKED;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places WHERE dataset_id = dataset AND holder IS NOT NULL AND lease_until <= moment
      AND COALESCE(queue, 0) = 1 AND COALESCE(own_user, '') = '' AND COALESCE(open_user, '') = '' AND (np, sample_id) <= (found_np, found_sample)
      ORDER BY lease_until LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_places o
      WHERE o.dataset_id = dataset AND o.sample_id = found_sample AND COALESCE(o.open_user, '') <> '' LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    PERFORM 1 FROM overlap_labels l WHERE l.dataset_id = dataset AND l.sample_id = found_sample AND l.labeler = person LIMIT 1;
    IF FOUND THEN RETURN; END IF;
    RETURN QUERY UPDATE overlap_places p SET holder = person, claim_id = claim, step = 4, claimed_at = moment, lease_until = moment + millis
      WHERE p.dataset_id = dataset AND p.sample_id = found_sample AND p.place = found_place RETURNING p.*;
  END $function$;

CREATE OR REPLACE FUNCTION queue_turn(dataset text, person text, which integer, since bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF pg_try_advisory_xact_lock(hashtextextended(dataset || person, which)) THEN
      RETURN NOT EXISTS (SELECT 1 FROM sample_queue
        WHERE holder = person AND dataset_id = dataset AND queue = which AND claimed_at >= since);
    END IF;
    RETURN false;
  END $function$;

CREATE OR REPLACE FUNCTION webhook_places(endpoint text, wanted integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
  DECLARE
    last bigint;
  BEGIN
    UPDATE webhook_endpoints
      SET last_place = greatest(last_place, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)) + wanted
      WHERE id = endpoint RETURNING last_place INTO last;
    RETURN last - wanted;
  END $function$;
