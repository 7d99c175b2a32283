-- The readable truth: what a palace's database looks like today. Nothing runs this file; the migrations make the same,
-- and a test proves that they do. Change both in one commit.
--
-- The house: what was seen, what is believed, what waits, who may decide, and the ledger of all of it.
-- Text and bigint only; times are RFC 3339 in one width; JSON is canonical text; '' means none.

-- Which migrations have run.
create table schema_version (
    version bigint primary key,
    name text not null
);

create table palace (
    id text primary key,
    genesis text not null
);

create table principal (
    kind text not null,
    name text not null,
    first_seen_at text not null,
    primary key (kind, name)
);

create table key (
    fingerprint text primary key,
    enrolled_seq bigint not null,
    name text not null,
    public text not null,
    seal text not null,
    retired_at text not null default ''
);

create table "grant" (
    id text primary key,
    token_digest text not null unique,
    kind text not null,
    name text not null,
    issued_at text not null,
    expires_at text not null default '',
    revoked_at text not null default ''
);

create table session (
    id text primary key,
    agent_type text not null,
    agent_id text not null default '',
    goal text not null default '',
    principal text not null,
    state text not null,
    outcome text not null default '',
    summary text not null default '',
    started_at text not null,
    ended_at text not null default ''
);

-- Where pieces of evidence came from: one row for those that one call recorded one after another. `n` is the number of the first.
create table provenance (
    n bigint primary key,
    origin text not null,
    principal text not null,
    source text not null,
    recorded_at text not null
);

-- `n` is the number of its item too, if it has one. The words of most pieces of files are in `packed`, compressed by the
-- program, and `content` is empty then: `palace get` and `palace export` show them. `digest` is 8 bytes of one,
-- to tell damage; the ledger binds the whole, which is made again from the words.
create table evidence (
    n bigint primary key,
    id text not null unique,
    provenance bigint not null,
    content text not null,
    packed blob not null,
    digest blob not null
);

create table claim (
    id text primary key,
    draft text not null,
    standing text not null,
    seal text not null default '',
    promoted_from_proposal_id text not null default '',
    source text not null,
    created_at text not null,
    updated_at text not null
);
create index claim_by_scope on claim ((draft ->> 'scope'), (draft ->> 'scopePath'), standing);

create table link (
    id text primary key,
    source_id text not null,
    target_id text not null,
    relation text not null,
    created_by text not null,
    created_at text not null
);
create index link_by_source on link (source_id, relation);
create index link_by_target on link (target_id, relation);

create table proposal (
    id text primary key,
    op text not null,
    input text not null,
    author text not null,
    author_kind text not null,
    session text not null default '',
    agent_type text not null default '',
    source text not null,
    evidence_refs text not null default '{}',
    evidence text not null default '[]',
    classification text not null default '',
    dedupe_key text not null,
    status text not null,
    reviewed_by text not null default '',
    reviewed_at text not null default '',
    review_note text not null default '',
    promoted_to_id text not null default '',
    created_at text not null,
    expires_at text not null,
    archived_at text not null default ''
);
create unique index proposal_pending_once on proposal (dedupe_key) where status = 'pending';
create index proposal_by_status on proposal (status, created_at, id);

create table seal (
    digest text primary key,
    statement text not null,
    key text not null,
    signature text not null
);

create table seal_request (
    id text primary key,
    op text not null,
    input text not null,
    input_digest text not null,
    statement text not null,
    shown text not null,
    asked_by text not null,
    status text not null,
    result text not null default '',
    created_at text not null,
    expires_at text not null
);
create index seal_request_by_call on seal_request (op, input_digest, status);

create table ledger (
    seq bigint primary key,
    at text not null,
    actor_kind text not null,
    actor text not null,
    session text not null,
    op text not null,
    outcome text not null,
    subject text not null,
    input text not null,
    output text not null,
    payload text not null,
    prev text not null,
    hash text not null,
    salt text,
    body text,
    erased_by bigint
);
create index ledger_by_subject on ledger (subject, seq);

create table ledger_tile (
    level bigint not null,
    idx bigint not null,
    hash text not null,
    primary key (level, idx)
);

create table refusal_run (
    actor_kind text not null,
    actor text not null,
    seq bigint not null,
    fingerprint text not null,
    repeats bigint not null,
    last_at text not null,
    primary key (actor_kind, actor)
);

create table checkpoint (
    size bigint primary key,
    note text not null,
    created_at text not null
);

-- What changes about a claim after it was sealed. Its draft never does: what came of it, how sure we are by now, what it is
-- linked to and what is no longer linked stand beside it, append-only, each row under a human's seal. `n` counts a claim's
-- own rows: the last one is what holds.

create table if not exists outcome (
    claim text not null,
    n bigint not null,
    outcome text not null,
    note text not null default '',
    made_by text not null,
    made_at text not null,
    seal text not null,
    primary key (claim, n)
);

create table if not exists confidence (
    claim text not null,
    n bigint not null,
    hundredths bigint not null,
    why text not null,
    made_by text not null,
    made_at text not null,
    seal text not null,
    primary key (claim, n)
);

-- The seal behind a link between records, and what a linked piece of code read like then. A link to evidence has none: it
-- is made with its claim.
create table if not exists link_seal (
    link text primary key,
    text_digest text not null default '',
    seal text not null
);

-- Links that were taken back. The link itself stays on record.
create table if not exists unlink (
    link text primary key,
    reason text not null default '',
    made_by text not null,
    made_at text not null,
    seal text not null
);

-- What a human set for the whole palace; what nobody set is the default that the kernel documents.
create table if not exists setting (
    name text not null,
    n bigint not null,
    value text not null,
    made_by text not null,
    made_at text not null,
    seal text not null,
    primary key (name, n)
);

-- Finds the proposal that said the same before.
create index if not exists proposal_by_key on proposal (dedupe_key, created_at);

-- Filled from the kernel's table at every start, so that no SQL names a standing.
create table standing (
    name text primary key,
    authority text not null,
    authoritative bigint not null,
    decision_status text not null,
    learning_status text not null
);

-- What an id speaks of, by its prefix; filled the same way.
create table if not exists id_prefix (
    prefix text primary key,
    kind text not null
);

create view decisions as
select c.id, c.draft ->> 'content' as content, coalesce(c.draft ->> 'rationale', '') as rationale, coalesce(c.draft ->> 'context', '') as context,
    s.decision_status as status, coalesce((select o.outcome from outcome o where o.claim = c.id order by o.n desc limit 1), 'unknown') as outcome,
    c.draft ->> 'scope' as scope, coalesce(c.draft ->> 'scopePath', '') as scope_path, c.source,
    s.authority, c.promoted_from_proposal_id, c.seal, c.created_at, c.updated_at
from claim c join standing s on s.name = c.standing
where c.draft ->> 'as' = 'decision';

-- The confidence is the present one: the last that a human sealed, else the draft's own.
create view learnings as
select c.id, c.draft ->> 'content' as content, coalesce(c.draft ->> 'context', '') as context,
    coalesce((select case when k.hundredths >= 100 then '1' when k.hundredths = 0 then '0' when k.hundredths < 10 then '0.0' || k.hundredths
            when k.hundredths % 10 = 0 then '0.' || (k.hundredths / 10) else '0.' || k.hundredths end
        from confidence k where k.claim = c.id order by k.n desc limit 1), cast(c.draft ->> 'confidence' as text), '0.5') as confidence,
    s.learning_status as status, c.draft ->> 'scope' as scope, coalesce(c.draft ->> 'scopePath', '') as scope_path, c.source,
    s.authority, c.promoted_from_proposal_id, c.seal, c.created_at, c.updated_at
from claim c join standing s on s.name = c.standing
where c.draft ->> 'as' = 'learning';

create view ideas as
select c.id, c.draft ->> 'content' as content, coalesce(c.draft ->> 'context', '') as context,
    s.decision_status as status, c.draft ->> 'scope' as scope, coalesce(c.draft ->> 'scopePath', '') as scope_path, c.source,
    s.authority, c.promoted_from_proposal_id, c.seal, c.created_at, c.updated_at
from claim c join standing s on s.name = c.standing
where c.draft ->> 'as' = 'idea';

-- These show what the rows say. What the seals prove is what `palace recall` answers.
create view authoritative_decisions as
select d.* from decisions d join claim c on c.id = d.id join standing s on s.name = c.standing
where s.authoritative = 1 and d.status = 'active';

create view authoritative_learnings as
select l.* from learnings l join claim c on c.id = l.id join standing s on s.name = c.standing
where s.authoritative = 1 and l.status = 'active';

create view scope_authority_summary as
select c.draft ->> 'as' as kind, c.draft ->> 'scope' as scope, coalesce(c.draft ->> 'scopePath', '') as scope_path, s.authority, count(*) as records
from claim c join standing s on s.name = c.standing
group by c.draft ->> 'as', c.draft ->> 'scope', coalesce(c.draft ->> 'scopePath', ''), s.authority;

create view proposals as
select p.id, coalesce(p.input ->> 'as', p.op) as proposed_as, coalesce(p.input ->> 'content', p.input) as content, coalesce(p.input ->> 'context', '') as context,
    coalesce(p.input ->> 'scope', 'palace') as scope, coalesce(p.input ->> 'scopePath', '') as scope_path, p.source, p.session as session_id, p.agent_type,
    p.evidence_refs, case p.classification when '' then '0' else p.classification ->> 'confidence' end as classification_confidence,
    case p.classification when '' then '[]' else p.classification ->> 'signals' end as classification_signals,
    p.dedupe_key, p.status, p.reviewed_by, p.reviewed_at, p.review_note, p.promoted_to_id, p.created_at, p.expires_at, p.archived_at
from proposal p;

create view audit_log as
select 'audit_' || l.seq as id,
    case l.op when 'claim.adopt' then 'direct_write' when 'proposal.approve' then 'approve' when 'proposal.reject' then 'reject' else l.op end as action,
    l.actor_kind as actor_type, l.actor as actor_id, l.subject as target_id,
    coalesce(x.kind, '') as target_kind, coalesce(l.body, '') as details, l.at as created_at, l.outcome, l.hash
from ledger l left join id_prefix x on substr(l.subject, 1, length(x.prefix) + 1) = x.prefix || '_';

-- Memory: where what was seen came from, and what finds it again.
-- `blob` is bytes. `n` is a record's own number: the indexes know things by it, and people by the id beside it.

create table if not exists source (
    n bigint primary key,
    id text not null unique,
    anchor text not null,
    path text not null,
    title text not null,
    kind text not null,
    digest text not null,
    pieces text not null,
    state text not null,
    revision bigint not null,
    principal text not null,
    first_seen_at text not null,
    updated_at text not null
);
create unique index if not exists source_by_path on source (anchor, path);
create index if not exists source_by_digest on source (digest);

create table if not exists source_revision (
    source bigint not null,
    revision bigint not null,
    path text not null,
    digest text not null,
    change text not null,
    principal text not null,
    recorded_at text not null,
    primary key (source, revision)
);

-- Where things belong, by number.
create table if not exists anchor (
    n bigint primary key,
    name text not null unique
);

-- Another name of the same repository: a remote's address beside its first commit.
create table if not exists anchor_alias (
    alias text primary key,
    anchor text not null
);

-- What can be found: a piece of evidence, by the same number. `until` is empty while it is current. Lines are those of the file as it
-- was read last, 0 where that is unknown.
create table if not exists item (
    n bigint primary key,
    kind text not null,
    anchor bigint not null,
    source bigint not null,
    revision bigint not null,
    seq bigint not null,
    thread text not null,
    author text not null,
    heading text not null,
    at bigint not null,
    since bigint not null,
    until text not null default '',
    sketch bigint not null,
    traits bigint not null,
    length bigint not null,
    words blob not null,
    first_line bigint not null default 0,
    last_line bigint not null default 0
);
create index if not exists item_by_place on item (source, seq);
create index if not exists item_by_anchor on item (anchor);
create index if not exists item_by_time on item (at);
create index if not exists item_past on item (until) where until <> '';

-- The same words in another place: kept once, seen twice.
create table if not exists sighting (
    item bigint not null,
    source bigint not null,
    seq bigint not null,
    seen_at text not null,
    first_line bigint not null default 0,
    last_line bigint not null default 0,
    primary key (item, source, seq)
);
create index if not exists sighting_by_source on sighting (source);

-- Every word that an item holds, and the stem it is found by, empty where that is the word itself: in how many current items,
-- and in how many of the past.
create table if not exists lexicon (
    id bigint primary key,
    word text not null unique,
    stem text not null,
    items bigint not null,
    past bigint not null
);
create index if not exists lexicon_by_stem on lexicon (stem) where stem <> '';

-- One row: how much there is, so that no query has to count.
create table if not exists corpus (
    one bigint primary key,
    items bigint not null,
    words bigint not null,
    next_item bigint not null,
    next_word bigint not null,
    next_source bigint not null,
    posted bigint not null default 1
);

-- Which items hold which stems, in blocks of neighbouring items; see crates/store/src/postings/. Items from `corpus.posted` on are not
-- in it yet.
create table posting (
    n bigint primary key,
    data blob not null
);

-- A set of vectors is one model's. The old set serves until the new one is whole.
create table if not exists vector_set (
    n bigint primary key,
    model text not null unique,
    dims bigint not null,
    state text not null,
    started_at text not null
);

-- Blocks of vectors by item number, so that a scan reads few rows; those of set 0 hold sketches. `stamp` is the ledger's size when a block was last written.
create table if not exists vector_block (
    vectors bigint not null,
    block bigint not null,
    stamp bigint not null,
    present blob not null,
    codes blob not null,
    primary key (vectors, block)
);
-- Every question asks which blocks were written since the last one, and mostly there are none.
create index if not exists vector_block_by_stamp on vector_block (vectors, stamp);

-- Of the model in the binary, four bits a number; of another, a byte.
create table vector (
    vectors bigint not null,
    item bigint not null,
    v blob not null,
    primary key (vectors, item)
) without rowid;

-- What was shown, to the byte.
create table if not exists pack (
    id text primary key,
    query text not null,
    actor text not null,
    body text not null,
    digest text not null,
    items text not null,
    created_at text not null
);

-- Copies of this palace that we made, so that an erasure can reach them.
create table if not exists copy (
    path text primary key,
    created_at text not null
);

-- Work: what is done in sessions, what went wrong, and what is shared beyond one project. None of it is authority by itself:
-- where a human's yes is needed, the row names the seal, and readers ask it.

-- What was done. A file is named in `file`, everything else in `words`.
create table if not exists activity (
    id text primary key,
    session text not null,
    anchor text not null,
    kind text not null,
    file text not null default '',
    words text not null default '',
    outcome text not null,
    details text not null default '',
    principal text not null,
    at text not null
);
create index if not exists activity_by_session on activity (session, at);
create index if not exists activity_by_file on activity (file, at);

-- What went wrong once. Its words are evidence too, under `evidence`. Whether it is resolved is what its seal says.
create table if not exists postmortem (
    id text primary key,
    evidence text not null,
    anchor text not null,
    title text not null,
    what_happened text not null,
    root_cause text not null default '',
    lessons text not null default '[]',
    prevention text not null default '[]',
    severity text not null,
    files text not null default '[]',
    related_decision text not null default '',
    related_session text not null default '',
    principal text not null,
    created_at text not null,
    resolved_at text not null default '',
    resolved_by text not null default '',
    seal text not null default ''
);
create index if not exists postmortem_by_time on postmortem (created_at, id);

-- Learnings that hold beyond one project, and where each came from.
create table if not exists corridor (
    claim text primary key,
    origin text not null default '',
    seal text not null,
    promoted_by text not null,
    promoted_at text not null
);

-- What a person put off: it is left out of their inbox until then. It expires no later for it.
create table if not exists snooze (
    principal text not null,
    proposal text not null,
    until text not null,
    primary key (principal, proposal)
);

-- The working tree: an outline for each distinct text, and which text lies where. Made from files, and can be made again;
-- so the ledger binds none of it.

create table code_blob (
    n bigint primary key,
    digest text not null unique,
    language text not null,
    lines bigint not null,
    kinds bigint not null,
    outline blob not null
);

-- Where a text lies: in a checkout, by path. Size and time tell whether it must be read again.
create table code_tree (
    anchor bigint not null,
    path text not null,
    held bigint not null,
    size bigint not null,
    mtime bigint not null,
    primary key (anchor, path)
);
create index code_tree_by_text on code_tree (held);

-- Knowledge: what the evidence amounts to. The lesson is kept as the JSON that is sealed; what it rests on, and what happened
-- to it since, stand beside it. `anchor` is where it lies by now, and `parent` the repository of a checkout.
create table knowledge (
    id text primary key,
    form text not null,
    lesson text not null,
    standing text not null,
    seal text not null default '',
    anchor text not null,
    parent text not null default '',
    promoted_from_proposal_id text not null default '',
    principal text not null,
    created_at text not null,
    updated_at text not null
);
create index knowledge_by_tier on knowledge (form, (lesson ->> 'tier'), standing);
create index knowledge_by_field on knowledge ((lesson ->> 'domain'), (lesson ->> 'field'));
create index knowledge_by_anchor on knowledge (anchor);

-- A piece of evidence has one role in one piece of knowledge: nothing verifies itself. `seal` is the one under which a human saw
-- it there; what was linked by anyone has none, and carries nothing.
create table knowledge_ref (
    knowledge text not null,
    evidence text not null,
    role text not null,
    note text not null default '',
    made_by text not null,
    made_at text not null,
    seal text not null default '',
    primary key (knowledge, evidence)
);
create index knowledge_ref_by_evidence on knowledge_ref (evidence);

-- What happened to it, in order.
create table knowledge_event (
    knowledge text not null,
    n bigint not null,
    type text not null,
    from_status text not null default '',
    to_status text not null default '',
    reason text not null,
    actor text not null,
    metadata text not null default '{}',
    at text not null,
    seal text not null default '',
    primary key (knowledge, n)
);

-- The mind contract's word for each standing; filled at every start like the others.
create table mind_status (
    standing text primary key,
    status text not null
);

create view knowledge_cards as
select k.id, k.lesson ->> 'statement' as statement, k.lesson ->> 'content' as content, k.lesson ->> 'tier' as tier, s.status,
    k.lesson ->> 'domain' as domain, k.lesson ->> 'field' as field,
    case when k.anchor like 'worktree:%' then 'worktree' when k.anchor like 'repo:%' then 'repo' else 'global' end as anchor_kind,
    k.anchor as anchor_id, nullif(k.parent, '') as parent_anchor_id, k.lesson ->> 'scopeConstraints' as scope_constraints,
    k.lesson ->> 'triggerHints' as trigger_hints, k.created_at, k.updated_at
from knowledge k join mind_status s on s.standing = k.standing
where k.form = 'card';

create view knowledge_evidence_links as
select 'link:' || r.knowledge || ':' || r.evidence as id, r.knowledge as card_id, r.evidence as evidence_drawer_id, r.role, nullif(r.note, '') as note,
    r.made_at as created_at
from knowledge_ref r join knowledge k on k.id = r.knowledge
where k.form = 'card';

create view knowledge_events as
select 'event:' || e.knowledge || ':' || e.n as id, e.knowledge as card_id, e.type as event_type, nullif(e.from_status, '') as from_status,
    nullif(e.to_status, '') as to_status, e.reason, e.actor, e.metadata, e.at as created_at, e.n as seq
from knowledge_event e join knowledge k on k.id = e.knowledge
where k.form = 'card';
-- The graph: what is said to hold between two things, ways between places, and the words that lead to a place. None of it is
-- authority: a fact is somebody's word, kept with whose it was.

-- The world's time is valid_from to valid_to; ours is recorded_at, and closed_at once we heard that it ended. The keys are how
-- texts are compared. Nothing in a row changes but the three columns that close it, once.
create table fact (
    id text primary key,
    anchor text not null,
    subject text not null,
    predicate text not null,
    object text not null,
    subject_key text not null,
    predicate_key text not null,
    object_key text not null,
    confidence bigint not null,
    source text not null default '',
    origin text not null,
    principal text not null,
    valid_from text not null,
    valid_to text not null default '',
    recorded_at text not null,
    ended text not null default '',
    closed_by text not null default '',
    closed_at text not null default ''
);
create index fact_by_subject on fact (subject_key, anchor);
create index fact_by_object on fact (object_key, anchor);
create index fact_by_anchor on fact (anchor, valid_from, id);

-- A way between two places that somebody dug. Its ends are sorted, so that there is one row for both directions.
create table tunnel (
    id text primary key,
    left_wing text not null,
    left_room text not null default '',
    right_wing text not null,
    right_room text not null default '',
    label text not null,
    created_at text not null,
    created_by text not null,
    deleted_at text not null default ''
);
create index tunnel_by_left on tunnel (left_wing, left_room);
create index tunnel_by_right on tunnel (right_wing, right_room);

-- The words that lead to a place.
create table taxonomy (
    wing text not null,
    room text not null default '',
    display_name text not null default '',
    keywords text not null default '[]',
    edited_by text not null,
    edited_at text not null,
    primary key (wing, room)
);
-- What came of using a feature, one row each, in the order of `n`; never updated but by an erasure that takes its words out.
-- Nobody's authority: it lets a human be asked whether a default should change. The ledger binds every row.

create table adoption (
    n bigint primary key,
    id text not null unique,
    track text not null,
    signal text not null,
    feature text not null,
    query text not null default '',
    context_hash text not null default '',
    card_id text not null default '',
    evaluator_id text not null default '',
    research_report_id text not null default '',
    note text not null default '',
    metadata text not null default '',
    quality text not null,
    anchor text not null,
    principal text not null,
    created_at text not null
);
create index adoption_by_track on adoption (track, feature, n);

-- Joined with a row of nothing, so that neither database lets anyone write through it.
create view runtime_adoption_events as
select a.id, a.track, a.signal, a.feature, nullif(a.query, '') as query, nullif(a.context_hash, '') as context_hash,
    nullif(a.card_id, '') as card_id, nullif(a.evaluator_id, '') as evaluator_id, nullif(a.research_report_id, '') as research_report_id,
    nullif(a.note, '') as note, nullif(a.metadata, '') as metadata, a.created_at
from adoption a cross join (select 1 as once) once;
-- Drawers: what the mind's contract says of evidence beyond its words. Evidence itself stays as it was recorded; what is
-- here only says where it stands, so a source says it once for all its pieces, and a single remark for itself.

-- What a project is called, and where it last lay on somebody's disk: hints for people. What it is, its anchor says.
create table if not exists project (
    anchor text primary key,
    project text not null,
    name text not null,
    path text not null default '',
    seen_at text not null
);
create index if not exists project_by_name on project (name);

-- Where all pieces of a source stand.
create table if not exists source_place (
    source bigint primary key,
    wing text not null default '',
    room text not null default '',
    importance bigint not null default 0
);

-- Where a single remark stands. `rollup` is the day of a diary that it is part of.
create table if not exists drawer (
    id text primary key,
    wing text not null default '',
    room text not null default '',
    domain text not null,
    field text not null,
    provenance text not null,
    importance bigint not null default 0,
    rollup text not null default ''
);
create index if not exists drawer_by_rollup on drawer (rollup) where rollup <> '';

-- What a human took out of sight. It stays on record and can be brought back, until it is purged. `was_current` only helps
-- to bring it back as it was.
create table if not exists drawer_deletion (
    id text primary key,
    reason text not null default '',
    made_by text not null,
    made_at text not null,
    seal text not null,
    was_current bigint not null
);
create index if not exists drawer_deletion_by_time on drawer_deletion (made_at);

-- Every drawer as the contract's own tables show it. What has no wing of its own is in the project's; what is no longer
-- current, or was deleted, says since when. Where `packed` is not empty, it holds the content.
create view drawers as
select e.id, e.content,
    coalesce(nullif(d.wing, ''), nullif(w.wing, ''), p.name, replace(replace(replace(coalesce(a.name, 'global://default'), 'worktree://', ''), 'repo://', ''), 'global://default', 'global')) as wing,
    coalesce(nullif(d.room, ''), nullif(w.room, '')) as room,
    coalesce(s.path, f.source) as source_file,
    case when i.kind = 'conversation' then 'conversation' when s.n is null then 'manual' else 'project' end as source_type,
    f.recorded_at as added_at,
    case when s.n is null then null else i.seq end as chunk_index,
    coalesce(x.made_at, nullif(i.until, '')) as deleted_at,
    coalesce(d.importance, w.importance, 0) as importance,
    'evidence' as memory_kind,
    coalesce(d.domain, case when coalesce(a.name, 'global://default') = 'global://default' then 'global' else 'project' end) as domain,
    coalesce(d.field, 'general') as field,
    case when a.name like 'worktree://%' then 'worktree' when a.name like 'repo://%' then 'repo' else 'global' end as anchor_kind,
    coalesce(a.name, 'global://default') as anchor_id,
    case when a.name like 'worktree://%' then p.project else cast(null as text) end as parent_anchor_id,
    coalesce(d.provenance, case when i.kind = 'conversation' then 'runtime' end, case f.origin when 'human' then 'human' when 'agent' then 'runtime' when 'tool' then 'runtime' else 'research' end) as provenance,
    cast(null as text) as statement, cast(null as text) as tier, cast(null as text) as status,
    '[]' as supporting_refs, '[]' as counterexample_refs, '[]' as teaching_refs, '[]' as verification_refs,
    cast(null as text) as scope_constraints, cast(null as text) as trigger_hints,
    1 as normalize_version, e.packed
from evidence e join provenance f on f.n = e.provenance left join item i on i.n = e.n left join source s on s.n = i.source left join anchor a on a.n = i.anchor
left join project p on p.anchor = a.name left join source_place w on w.source = i.source left join drawer d on d.id = e.id
left join drawer_deletion x on x.id = e.id
union all
select k.id, k.lesson ->> 'content', k.lesson ->> 'wing', k.lesson ->> 'room',
    'knowledge://' || (k.lesson ->> 'domain') || '/' || (k.lesson ->> 'field') || '/' || (k.lesson ->> 'tier') || '/' || k.id,
    'manual', k.created_at, cast(null as bigint), cast(null as text), cast(k.lesson ->> 'importance' as bigint), 'knowledge',
    k.lesson ->> 'domain', k.lesson ->> 'field',
    case when k.anchor like 'worktree:%' then 'worktree' when k.anchor like 'repo:%' then 'repo' else 'global' end,
    k.anchor, nullif(k.parent, ''), cast(null as text), k.lesson ->> 'statement', k.lesson ->> 'tier', t.status,
    coalesce((select '["' || string_agg(r.evidence, '","') || '"]' from (select evidence from knowledge_ref where knowledge = k.id and role = 'supporting' order by evidence) r), '[]'),
    coalesce((select '["' || string_agg(r.evidence, '","') || '"]' from (select evidence from knowledge_ref where knowledge = k.id and role = 'counterexample' order by evidence) r), '[]'),
    coalesce((select '["' || string_agg(r.evidence, '","') || '"]' from (select evidence from knowledge_ref where knowledge = k.id and role = 'teaching' order by evidence) r), '[]'),
    coalesce((select '["' || string_agg(r.evidence, '","') || '"]' from (select evidence from knowledge_ref where knowledge = k.id and role = 'verification' order by evidence) r), '[]'),
    k.lesson ->> 'scopeConstraints', k.lesson ->> 'triggerHints', 1, cast('' as blob)
from knowledge k join mind_status t on t.standing = k.standing
where k.form = 'drawer';

-- Experiences: what was tried, and whether it worked. The words are evidence too, under `evidence`. A revision names what it
-- revises; `superseded_by` is filled on the older. Nothing is removed but by an erasure.
create table if not exists experience (
    n bigint primary key,
    id text not null unique,
    evidence text not null,
    type text not null,
    domain text not null,
    situation text not null,
    approach text not null,
    outcome text not null,
    reasoning text not null,
    confidence bigint not null default -1,
    tags text not null default '[]',
    anchor text not null,
    revision_of text not null default '',
    superseded_by text not null default '',
    session text not null default '',
    author text not null,
    principal text not null,
    created_at text not null,
    updated_at text not null,
    archived_at text not null default '',
    archive_reason text not null default ''
);
create index if not exists experience_by_anchor on experience (anchor, n);
create index if not exists experience_by_evidence on experience (evidence);
create index if not exists experience_by_revision on experience (revision_of) where revision_of <> '';

-- How often a text has which pairs of letters: what near copies are found by, beside the words and much shorter than they are.
create table if not exists experience_print (
    n bigint primary key,
    kind text not null,
    pairs bigint not null,
    print blob not null
);
create index if not exists experience_print_by_kind on experience_print (kind, n);

-- What experiences came to. All of it can be made again from them.
create table if not exists scene (
    n bigint primary key,
    id text not null unique,
    anchor text not null,
    label text not null,
    keys text not null,
    created_at text not null,
    updated_at text not null
);
create index if not exists scene_by_anchor on scene (anchor, n);

create table if not exists cell (
    key text primary key,
    scene text not null,
    anchor text not null,
    kind text not null,
    title text not null,
    body text not null,
    trust bigint not null,
    salience bigint not null,
    state text not null,
    evidence bigint not null,
    contradictions bigint not null,
    conflict_group text not null default '',
    supersedes text not null default '',
    created_at text not null,
    updated_at text not null
);
create index if not exists cell_by_anchor on cell (anchor, state);

create table if not exists cell_taken (
    n bigint primary key,
    cell text not null,
    experience text not null,
    relation text not null,
    created_at text not null
);
create index if not exists cell_taken_by_cell on cell_taken (cell);
create index if not exists cell_taken_by_experience on cell_taken (experience);

-- How far each scope was consolidated: the number of the last experience that was taken in, and how often each rule was broken.
create table if not exists consolidation (
    anchor text primary key,
    last bigint not null,
    at text not null,
    broken text not null default '{}'
);

-- The contract's own tables, joined with a row of nothing so that neither database lets anyone write through them. A scope there is one project's or everyone's; `anchor` says whose.
create view experiences as
select x.id, x.type, x.domain, x.situation, x.approach, x.outcome, x.reasoning,
    case when x.confidence < 0 then null when x.confidence >= 100 then '1' when x.confidence = 0 then '0' when x.confidence < 10 then '0.0' || x.confidence
        when x.confidence % 10 = 0 then '0.' || (x.confidence / 10) else '0.' || x.confidence end as confidence,
    x.tags, case x.anchor when 'global://default' then 'global' else 'project' end as scope, nullif(x.revision_of, '') as revision_of,
    nullif(x.superseded_by, '') as superseded_by, x.created_at, x.updated_at, nullif(x.archived_at, '') as archived_at,
    nullif(x.archive_reason, '') as archive_reason, x.anchor
from experience x cross join (select 1 as once) once;

-- One store, two views: what the cycle consolidates is the same experience, with all that it says.
create view episodic_experiences as
select x.id as experience_id, nullif(x.session, '') as session_id,
    case x.anchor when 'global://default' then 'global' else 'project' end as scope,
    '["' || x.domain || '"' || case x.tags when '[]' then ']' else ',' || substr(x.tags, 2) end as context_keys_json,
    x.situation || ' ' || x.approach || ' ' || x.outcome || ' ' || x.reasoning as summary,
    case x.type when 'effective' then 'success' else 'fail' end as outcome,
    case when x.confidence > 75 then 3 when x.confidence > 50 then 2 when x.confidence > 25 then 1 else 0 end as trust,
    case when x.confidence > 75 then 320 when x.confidence > 50 then 280 when x.confidence > 25 then 190 else 100 end as salience,
    x.created_at, x.author as source, x.anchor
from experience x cross join (select 1 as once) once
where x.superseded_by = '' and x.archived_at = '';

create view scenes as
select s.id as scene_id, case s.anchor when 'global://default' then 'global' else 'project' end as scope, s.label, s.keys as context_keys_json,
    s.created_at, s.updated_at, s.anchor
from scene s cross join (select 1 as once) once;

create view cells as
select 'cell_' || substr(c.key, 1, 16) as cell_id, c.scene as scene_id,
    case c.anchor when 'global://default' then 'global' else 'project' end as scope, c.kind as cell_type, c.title, c.body, c.trust, c.salience,
    c.state, c.evidence as evidence_count, c.contradictions as contradiction_count, nullif(c.conflict_group, '') as conflict_group,
    case c.supersedes when '' then null else 'cell_' || substr(c.supersedes, 1, 16) end as supersedes_cell_id, c.created_at, c.updated_at,
    c.key as canonical_key, c.anchor
from cell c cross join (select 1 as once) once;

create view cell_evidence as
select t.n as id, 'cell_' || substr(t.cell, 1, 16) as cell_id, t.experience as experience_id, t.relation, t.created_at
from cell_taken t cross join (select 1 as once) once;

create view consolidation_meta as
select case c.anchor when 'global://default' then 'global' else 'project' end as scope, c.at as last_consolidation_ts, c.anchor
from consolidation c cross join (select 1 as once) once;

-- The guarded cycle: how far a session has come, what was packed for it, and what was signed about it. Process, never authority;
-- the ledger binds every row. No words of anyone are in it but names of rules, labels and tools.

-- One row per session: its present cycle is number `n`. `version` grows with every change, so that of two who race one is told.
create table cycle (
    session text primary key,
    n bigint not null,
    version bigint not null,
    scope text not null,
    flags text not null default '{}',
    context_keys text not null default '[]',
    trail text not null default '[]',
    done text not null default '',
    snapshot_hash text not null default '',
    context_hash text not null default '',
    packed text not null default '{}',
    draft text not null default '',
    integrity text not null default '',
    broken text not null default '[]',
    receipt text not null default '',
    token text not null default '',
    begun_at text not null,
    updated_at text not null
);

-- What the type column says is also in the payload, and only the payload is believed.
create table receipt (
    id text primary key,
    session text not null,
    receipt_type text not null,
    payload text not null,
    payload_hash text not null,
    signature text not null,
    log_signature text not null,
    created_at text not null
);
create index receipt_by_session on receipt (session, created_at, id);

-- A token: good for one use if it is for an operation, until it expires if it is for a session. `used_at` says when it was used up or
-- taken back. The columns beside the payload are there to find it by, and only the payload is believed.
create table cycle_token (
    id text primary key,
    session text not null,
    token_type text not null,
    payload text not null,
    payload_hash text not null,
    signature text not null,
    log_signature text not null,
    created_at text not null,
    expires_at text not null,
    used_at text not null default '',
    principal text not null,
    project text not null
);
create index cycle_token_by_session on cycle_token (session, created_at, id);
create index cycle_token_by_project on cycle_token (project, token_type, expires_at);
create index cycle_token_by_principal on cycle_token (principal, expires_at);

-- Calls of tools outside the palace, as they were told: digests of what went in and came out. The entry that brought one names it.
create table invocation (
    id text primary key,
    session text not null,
    tool_name text not null,
    input_hash text not null,
    output_hash text not null,
    meta text not null default '{}',
    created_at text not null
);
create index invocation_by_session on invocation (session, created_at, id);

create index ledger_by_session on ledger (session, seq);

-- Joined with a row of nothing, so that neither database lets anyone write through them.
create view memory_sessions as
select c.session as session_id, s.started_at as created_at, c.scope as scope_mode, c.flags as flags_json, nullif(c.done, '') as last_phase,
    nullif(c.context_hash, '') as last_context_hash
from cycle c join session s on s.id = c.session cross join (select 1 as once) once;

-- `hash` and `prev_hash` are the ledger's own, which bind more than the contract's; the contract's are in an exported receipt.
create view invocations as
select l.seq as id, coalesce(i.session, case when substr(l.subject, 1, 4) = 'ses_' then l.subject else l.session end) as session_id, l.at as ts,
    coalesce(i.tool_name, l.op) as tool_name, coalesce(i.input_hash, l.input) as input_hash, coalesce(i.output_hash, l.output) as output_hash,
    coalesce(i.meta, '{}') as meta_json, l.prev as prev_hash, l.hash
from ledger l left join invocation i on i.id = l.subject
where l.session <> '' or substr(l.subject, 1, 4) = 'ses_' or i.id is not null;

create view receipts as
select r.id, r.session as session_id, r.created_at as ts, r.receipt_type, r.payload as payload_json, r.payload_hash, r.signature,
    '{"log_signature":"' || r.log_signature || '"}' as public_meta_json
from receipt r cross join (select 1 as once) once;

create view memory_tokens as
select t.id, t.session as session_id, t.created_at as ts, t.token_type, t.payload as payload_json, t.payload_hash, t.signature
from cycle_token t cross join (select 1 as once) once;

-- Workflow: the older way of reasoning. Process, never authority. Whether a gate is passed is not kept anywhere: it is read from
-- the ledger, each time it is asked. What a passed gate is worth is a token like any other.

-- Who called what, in which session, since when.
create index if not exists ledger_by_caller on ledger (actor, session, at);

-- A problem that somebody thinks through, and what they came to.
create table if not exists reasoning_session (
    id text primary key,
    principal text not null,
    project text not null,
    problem text not null,
    phase text not null,
    conclusion text not null default '',
    experience text not null default '',
    created_at text not null,
    updated_at text not null,
    finalized_at text not null default ''
);
create index if not exists reasoning_session_by_principal on reasoning_session (principal, created_at);

-- One thought of it. Confidence in hundredths, or -1 where nobody said.
create table if not exists reasoning_thought (
    id text primary key,
    session text not null,
    number bigint not null,
    thought text not null,
    confidence bigint not null default -1,
    revises bigint not null default 0,
    is_revision bigint not null default 0,
    created_at text not null
);
create index if not exists reasoning_thought_by_session on reasoning_thought (session, number, id);

create index experience_current on experience (anchor, n) where superseded_by = '' and archived_at = '';

-- One row: how often scenes or cells of any scope were changed. What was read of them holds until then.
create table cell_change (
    n bigint not null
);

-- What current experiences are about, in lower case, and the empty key for each of them: the most trusted first, of these the newest,
-- so that a pack reads the few it takes and nothing behind them.
create table experience_key (
    anchor text not null,
    key text not null,
    trust bigint not null,
    created_at text not null,
    n bigint not null,
    chars bigint not null
);
create index experience_key_by_trust on experience_key (anchor, key, trust desc, created_at desc, n, chars);
create index experience_key_by_n on experience_key (n);
