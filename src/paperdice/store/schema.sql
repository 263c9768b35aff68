-- The schema of both databases. Times are milliseconds since 1970.

create table matches (
    id text primary key,
    table_id text not null,
    game text not null,
    challenge text,
    length integer not null,
    created bigint not null,
    touched bigint not null,
    finished bigint,
    ending text not null,
    record text not null,
    rank_score bigint, -- orders the results of a challenge
    is_open integer not null -- whether anyone may join
);
-- SQLite uses this index only because of its first column, which is the same in all of its rows.
create index matches_to_join on matches (is_open, touched) where is_open = 1 and finished is null;
create index matches_by_table on matches (table_id, created);
create index matches_by_challenge on matches (challenge, finished);
create index matches_by_age on matches (finished, touched);
create index matches_by_rank on matches (challenge, rank_score desc, finished, id);

-- The log of each match; the checksum detects changed bytes.
create table events (
    match_id text not null references matches (id) on delete cascade,
    sequence integer not null,
    event text not null,
    checksum bigint not null,
    primary key (match_id, sequence)
);

create table tables (
    id text primary key,
    code text not null unique,
    match_id text not null,
    touched bigint not null
);
create index tables_by_match on tables (match_id);

create table challenges (
    id text primary key,
    game text not null,
    body text not null,
    created bigint not null
);

-- Who is connected through which process (only used on PostgreSQL).
create table presence (
    match_id text not null,
    process text not null,
    seats text not null,
    n_watchers integer not null,
    guests text not null,
    until bigint not null,
    primary key (match_id, process)
);

-- The review of a finished match, and the version and budget of the evaluator that made it.
create table reviews (
    match_id text primary key references matches (id) on delete cascade,
    kind text not null,
    body text not null
);

-- Devices that get a push message when one of their seats has to decide.
create table subscriptions (
    table_id text not null references tables (id) on delete cascade,
    endpoint text not null,
    holder text not null,
    p256dh text not null,
    auth text not null,
    lang text not null,
    created bigint not null,
    told text not null,
    primary key (table_id, endpoint)
);
create index subscriptions_by_endpoint on subscriptions (endpoint, created);

-- When a match at a slow table has to be checked next.
create table wakes (
    match_id text primary key references matches (id) on delete cascade,
    at bigint not null
);
create index wakes_by_time on wakes (at);
